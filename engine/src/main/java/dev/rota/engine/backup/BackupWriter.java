package dev.rota.engine.backup;

import dev.rota.RotaException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.postgresql.PGConnection;

/** A BackupWriter writes the file of a backup; one that was not finished leaves nothing. */
final class BackupWriter implements AutoCloseable {
  private final Path file;
  private final Path unfinished;
  private final ZipOutputStream zip;

  BackupWriter(Path file) throws IOException {
    this.file = file.toAbsolutePath();
    this.unfinished = this.file.resolveSibling(this.file.getFileName() + ".part");
    if (Files.exists(this.file)) {
      throw new RotaException(
          "already-exists", file + " is there already: say another name, or move it away");
    }
    Files.deleteIfExists(unfinished);
    this.zip = new ZipOutputStream(open(unfinished), StandardCharsets.UTF_8);
  }

  /** Payloads are nobody else's business. */
  private static OutputStream open(Path path) throws IOException {
    boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    if (posix) {
      Files.createFile(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    return Files.newOutputStream(path);
  }

  Manifest write(Manifest manifest, PGConnection connection, Journey journey)
      throws IOException, SQLException {
    List<KeptTable> counted = new ArrayList<>();
    for (KeptTable table : manifest.tables()) {
      journey.enter(table.name());
      zip.putNextEntry(new ZipEntry(table.file()));
      long rows = connection.getCopyAPI().copyOut(table.copyOut(), journey.counting(zip));
      zip.closeEntry();
      counted.add(table.withRows(rows));
    }
    Manifest written = manifest.withTables(counted);
    zip.putNextEntry(new ZipEntry(Manifest.FILE));
    zip.write(written.json().getBytes(StandardCharsets.UTF_8));
    zip.closeEntry();
    zip.close();
    Files.move(unfinished, file);
    return written;
  }

  @Override
  public void close() throws IOException {
    zip.close();
    Files.deleteIfExists(unfinished);
  }
}
