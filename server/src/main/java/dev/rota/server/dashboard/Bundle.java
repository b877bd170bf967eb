package dev.rota.server.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Bundle is every file of the dashboard, under a version that is made of their content: as long
 * as the version is the same, so are they.
 *
 * @param page the first page, with the versions filled in
 * @param policy what the browser may do on it
 */
record Bundle(String version, Asset page, Asset text, String policy, Map<String, Asset> files) {
  private static final String PAGE = "index.html";
  private static final String TEXT = "index.txt";
  private static final Pattern VERSION = Pattern.compile("\\{version:([a-z_.-]+)}");
  private static final Pattern MAP =
      Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL);

  /** The files that came with this program. */
  static Bundle ofProgram() {
    URL page = Bundle.class.getResource("/dev/rota/dashboard/" + PAGE);
    if (page == null) {
      throw new IllegalStateException("the dashboard is not on the class path");
    }
    try {
      URI uri = page.toURI();
      if (!"jar".equals(uri.getScheme())) {
        return of(folderOf(Path.of(uri)));
      }
      try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
        return of(folderOf(jar.provider().getPath(uri)));
      }
    } catch (URISyntaxException | IOException e) {
      throw new IllegalStateException("the dashboard cannot be read: " + page, e);
    }
  }

  private static Path folderOf(Path file) {
    Path folder = file.getParent();
    if (folder == null) {
      throw new IllegalStateException(file + " is in no folder");
    }
    return folder;
  }

  /** The files of a folder. */
  static Bundle of(Path folder) {
    Map<String, byte[]> contents = read(folder);
    Map<String, Asset> files = new TreeMap<>();
    contents.forEach(
        (name, content) -> Asset.of(name, content).ifPresent(asset -> files.put(name, asset)));
    String version = Digest.hex(together(contents), 12);
    String page = page(new String(contents.getOrDefault(PAGE, new byte[0]), UTF_8), version);
    Asset text = Optional.ofNullable(files.remove(TEXT)).orElseThrow();
    files.remove(PAGE);
    return new Bundle(
        version, Asset.of(PAGE, page.getBytes(UTF_8)).orElseThrow(), text, policy(page), files);
  }

  private static Map<String, byte[]> read(Path folder) {
    Map<String, byte[]> contents = new TreeMap<>();
    try (Stream<Path> found = Files.walk(folder)) {
      for (Path file : found.filter(Files::isRegularFile).toList()) {
        contents.put(folder.relativize(file).toString(), Files.readAllBytes(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return contents;
  }

  private static byte[] together(Map<String, byte[]> contents) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    contents.forEach((name, content) -> {
      all.writeBytes(name.getBytes(UTF_8));
      all.writeBytes(content);
    });
    return all.toByteArray();
  }

  private static String page(String template, String version) {
    return VERSION
        .matcher(template)
        .replaceAll(found -> {
          String name = found.group(1);
          return name.equals("dashboard") ? version : Library.of(name).orElseThrow().version();
        });
  }

  /** Nothing from elsewhere, and no script in the page but the map of modules. */
  private static String policy(String page) {
    Matcher map = MAP.matcher(page);
    String allowed = map.find() ? " " + Digest.source(map.group(1).getBytes(UTF_8)) : "";
    return "default-src 'none'; script-src 'self'"
        + allowed
        + "; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none';"
        + " form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script';"
        + " trusted-types lit-html";
  }
}
