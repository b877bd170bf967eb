package dev.rota.server.docs;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Markdown is as much of it as our own documents use: headings, paragraphs, lists, tables, fenced
 * code, links, pictures, code, bold and emphasis.
 */
final class Markdown {
  private static final Pattern INLINE =
      Pattern.compile(
          "`(?<code>[^`]+)`|(?<picture>!?)\\[(?<text>[^\\]]+)]\\((?<link>[^)]+)\\)|&lt;(?<url>https?:[^&]+)&gt;"
              + "|\\*\\*(?<bold>.+?)\\*\\*|(?<![\\w*])\\*(?<em>[^*]+)\\*(?![\\w*])");
  private static final Pattern HEADING = Pattern.compile("(#{1,6}) +(.*)");
  private static final Pattern ITEM = Pattern.compile("\\s*([-*]|\\d+\\.) +(.*)");

  private final Function<String, @Nullable String> addresses;
  private final StringBuilder html = new StringBuilder();

  /** With what turns links into addresses; null is for links that lead nowhere. */
  Markdown(Function<String, @Nullable String> addresses) {
    this.addresses = addresses;
  }

  String html(String markdown) {
    Deque<String> lines = new ArrayDeque<>(markdown.lines().toList());
    while (!lines.isEmpty()) {
      block(lines);
    }
    return html.toString();
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private void block(Deque<String> lines) {
    String line = lines.getFirst();
    Matcher heading = HEADING.matcher(line);
    if (line.isBlank()) {
      lines.removeFirst();
    } else if (line.strip().startsWith("```")) {
      code(lines);
    } else if (heading.matches()) {
      lines.removeFirst();
      int level = heading.group(1).length();
      html.append(
          "<h%d id=\"%s\">%s</h%d>\n"
              .formatted(
                  level, DocsPage.anchor(heading.group(2)), inline(heading.group(2)), level));
    } else if (line.startsWith("|")) {
      table(lines);
    } else if (ITEM.matcher(line).matches()) {
      list(lines);
    } else {
      html.append("<p>").append(inline(paragraph(lines))).append("</p>\n");
    }
  }

  private void code(Deque<String> lines) {
    lines.removeFirst();
    html.append("<pre><code>");
    while (!lines.isEmpty() && !lines.getFirst().strip().startsWith("```")) {
      html.append(escaped(lines.removeFirst())).append('\n');
    }
    lines.pollFirst();
    html.append("</code></pre>\n");
  }

  private void table(Deque<String> lines) {
    html.append("<table>\n");
    String cell = "th";
    while (!lines.isEmpty() && lines.getFirst().startsWith("|")) {
      String row = lines.removeFirst();
      if (!row.matches("[|\\s:-]+")) {
        row(row, cell);
        cell = "td";
      }
    }
    html.append("</table>\n");
  }

  private void row(String row, String cell) {
    String inside = row.strip().replaceAll("^\\||\\|$", "");
    html.append(
        Arrays.stream(inside.split("(?<!\\\\)\\|", -1))
            .map(text -> "<%s>%s</%s>".formatted(cell, inline(text.strip()), cell))
            .collect(Collectors.joining("", "<tr>", "</tr>\n")));
  }

  private void list(Deque<String> lines) {
    String tag = lines.getFirst().strip().matches("\\d+\\..*") ? "ol" : "ul";
    html.append('<').append(tag).append(">\n");
    while (!lines.isEmpty() && ITEM.matcher(lines.getFirst()).matches()) {
      Matcher item = ITEM.matcher(lines.removeFirst());
      String text = item.matches() ? item.group(2) : "";
      while (!lines.isEmpty() && continues(lines.getFirst())) {
        text += "\n" + lines.removeFirst().strip();
      }
      html.append("<li>").append(inline(text)).append("</li>\n");
    }
    html.append("</").append(tag).append(">\n");
  }

  private static String paragraph(Deque<String> lines) {
    StringBuilder text = new StringBuilder(lines.removeFirst());
    while (!lines.isEmpty() && continues(lines.getFirst())) {
      text.append('\n').append(lines.removeFirst());
    }
    return text.toString();
  }

  private static boolean continues(String line) {
    return !line.isBlank()
        && !line.strip().startsWith("```")
        && !line.startsWith("|")
        && !HEADING.matcher(line).matches()
        && !ITEM.matcher(line).matches();
  }

  private String inline(String text) {
    return INLINE.matcher(escaped(text)).replaceAll(found -> Matcher.quoteReplacement(span(found)));
  }

  private String span(MatchResult found) {
    if (found.group("code") != null) {
      return "<code>" + found.group("code") + "</code>";
    } else if (found.group("link") != null) {
      return found.group("picture").isEmpty()
          ? link(found.group("text"), found.group("link"))
          : picture(found.group("text"), found.group("link"));
    } else if (found.group("url") != null) {
      return "<a href=\"%s\">%s</a>".formatted(found.group("url"), found.group("url"));
    } else if (found.group("bold") != null) {
      return "<strong>" + nested(found.group("bold")) + "</strong>";
    }
    return "<em>" + nested(found.group("em")) + "</em>";
  }

  /** What is inside is escaped already. */
  private String nested(String text) {
    return INLINE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(span(found)));
  }

  private String link(String text, String link) {
    String address = addresses.apply(link);
    return address == null
        ? nested(text)
        : "<a href=\"%s\">%s</a>".formatted(address, nested(text));
  }

  private String picture(String text, String link) {
    String address = addresses.apply(link);
    return address == null ? text : "<img src=\"%s\" alt=\"%s\">".formatted(address, text);
  }
}
