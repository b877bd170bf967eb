package dev.rota.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Properties;
import java.util.UUID;
import org.tukaani.xz.XZInputStream;

/**
 * Binaries are the programs of one PostgreSQL version: an archive on the class path, unpacked once
 * per version and user into a cache folder.
 */
record Binaries(String version, URL archive) {

  private static final Duration ABANDONED = Duration.ofHours(1);

  /** The version that is brought along. */
  static Binaries brought() {
    return find(broughtVersion(), "");
  }

  /**
   * That major version: the one that is brought along, or one that a folder of its name on the
   * class path holds.
   */
  static Binaries ofMajor(int major) {
    var brought = brought();
    return brought.major() == major
        ? brought
        : find(Integer.toString(major), "postgres-" + major + "/");
  }

  private static Binaries find(String version, String folder) {
    var archive = folder + "postgres-" + platform() + ".txz";
    var url = Binaries.class.getClassLoader().getResource(archive);
    if (url == null) {
      throw new PostgresException(
          "PostgreSQL " + version + " is not on the class path as " + archive);
    }
    return new Binaries(version, url);
  }

  private static String broughtVersion() {
    try (var in = Binaries.class.getResourceAsStream("brought.properties")) {
      var properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String platform() {
    var mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac");
    var machine = System.getProperty("os.arch").equals("aarch64") ? "arm_64" : "x86_64";
    return (mac ? "darwin-" : "linux-") + machine;
  }

  int major() {
    return Integer.parseInt(version.split("\\.", 2)[0]);
  }

  /** The folder with bin, lib and share: from the cache, or unpacked into it now. */
  Path unpack(Path cache) throws IOException {
    var folder = cache.resolve(version + "-" + checksum());
    if (!Files.isDirectory(folder)) {
      Folders.createReadable(cache);
      deleteAbandoned(cache);
      unpackInto(folder);
    }
    return folder;
  }

  /**
   * Unpacks beside and renames, so that the folder is there completely or not at all, whoever else
   * does the same.
   */
  private void unpackInto(Path folder) throws IOException {
    var fresh = folder.resolveSibling(folder.getFileName() + "." + UUID.randomUUID() + ".tmp");
    try (var in = new XZInputStream(archive.openStream())) {
      Folders.createReadable(fresh);
      Tar.extract(in, fresh);
      try {
        Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
      } catch (FileSystemException e) {
        if (!Files.isDirectory(folder)) {
          throw e;
        }
      }
    } finally {
      Folders.delete(fresh);
    }
  }

  private static void deleteAbandoned(Path cache) throws IOException {
    var old = Instant.now().minus(ABANDONED);
    try (var entries = Files.newDirectoryStream(cache, "*.tmp")) {
      for (var entry : entries) {
        if (Files.getLastModifiedTime(entry).toInstant().isBefore(old)) {
          Folders.delete(entry);
        }
      }
    }
  }

  /**
   * Tells archives of one version apart; a jar knows the checksums of its files, so that nothing
   * has to be read.
   */
  private String checksum() throws IOException {
    var connection = archive.openConnection();
    return Long.toHexString(
        connection instanceof JarURLConnection jar
            ? jar.getJarEntry().getCrc()
            : connection.getContentLengthLong() ^ connection.getLastModified());
  }
}
