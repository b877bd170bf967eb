package dev.rota.engine.backup;

import dev.rota.RotaException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.postgresql.PGConnection;

/** A BackupReader reads the file of a backup. */
final class BackupReader implements AutoCloseable {
  private final ZipFile zip;
  private final Manifest manifest;

  BackupReader(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new RotaException("not-found", "there is no file " + file);
    }
    this.zip = open(file);
    try (InputStream in = stream(Manifest.FILE)) {
      this.manifest = Manifest.read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static ZipFile open(Path file) throws IOException {
    try {
      return new ZipFile(file.toFile());
    } catch (ZipException e) {
      throw new RotaException("not-a-backup", file + " is no backup: " + e.getMessage(), e);
    }
  }

  Manifest manifest() {
    return manifest;
  }

  void load(KeptTable table, PGConnection connection, Journey journey)
      throws IOException, SQLException {
    journey.enter(table.name());
    try (InputStream in = stream(table.file())) {
      long rows = connection.getCopyAPI().copyIn(table.copyIn(), journey.counting(in));
      if (rows != table.rows()) {
        throw new RotaException(
            "not-a-backup",
            "the backup is damaged: %s has %d rows, and should have %d"
                .formatted(table.name(), rows, table.rows()));
      }
    }
  }

  private InputStream stream(String name) throws IOException {
    ZipEntry entry = zip.getEntry(name);
    if (entry == null) {
      throw new RotaException("not-a-backup", "the backup is damaged: " + name + " is missing");
    }
    return zip.getInputStream(entry);
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
