package dev.rota.server.docs;

import java.net.URI;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A DocsPage is one file of the documentation as a web page. */
record DocsPage(String html, String etag) {
  /** Files that lie above the folder of the documentation. */
  private static final Set<String> ROOT = Set.of("README", "ARCHITECTURE", "CONTRIBUTING");

  private static final String INDEX = "README.md";
  private static final String FRONT = "about-rota";

  /** The file of a path below {@code /docs/}, as it lies in the jar. */
  static String file(String path) {
    if (path.isEmpty()) {
      return INDEX;
    }
    String root = path.equals(FRONT) ? "README" : path;
    return (ROOT.contains(root) ? "root/" : "") + root + ".md";
  }

  static DocsPage of(String file, String markdown) {
    String title = markdown.lines().findFirst().orElse("").replaceFirst("^#+ *", "");
    String body = new Markdown(link -> address(file, link)).html(markdown);
    String html =
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><title>%s</title>
        <meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
        <style>:root{color-scheme:light dark}img{max-width:100%%;height:auto}body{max-width:56rem;margin:2rem auto;padding:0 1rem;font:16px/1.5 system-ui,sans-serif}
        pre{overflow:auto;padding:.75rem;background:#8881}td,th{text-align:left;vertical-align:top;padding:.2rem .6rem}</style>
        </head><body><p><a href="/docs/">Documentation</a></p>
        %s</body></html>
        """
            .formatted(Markdown.escaped(title), body);
    return new DocsPage(html, "\"" + Integer.toHexString(html.hashCode()) + "\"");
  }

  /** Where a link of a file leads to on the server; null if that is not shown there. */
  private static @Nullable String address(String file, String link) {
    if (link.matches("[a-z]+:.*") || link.startsWith("#")) {
      return link;
    }
    String inRepository =
        file.startsWith("root/") ? file.substring("root/".length()) : "docs/" + file;
    URI target = URI.create("/" + inRepository).resolve(link);
    String path = target.getPath();
    if (path != null && path.startsWith("/docs/") && Picture.isOne(path)) {
      return path;
    }
    if (path == null || !path.endsWith(".md")) {
      return null;
    }
    String name = path.substring(1, path.length() - ".md".length());
    String fragment = target.getFragment() == null ? "" : "#" + target.getFragment();
    if (name.startsWith("docs/")) {
      String inside = name.substring("docs/".length());
      return "/docs/" + (inside.equals("README") ? "" : inside) + fragment;
    }
    return ROOT.contains(name)
        ? "/docs/" + (name.equals("README") ? FRONT : name) + fragment
        : null;
  }

  /** The name that a heading is linked by. */
  static String anchor(String heading) {
    return heading
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N} -]", "")
        .strip()
        .replace(' ', '-');
  }
}
