package dev.rota.remote;

import dev.rota.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A Tree is JSON that was read: its members and items can be asked for, and every part is also
 * there to the letter.
 */
public final class Tree {
  private final String raw;
  private final Map<String, Tree> members;
  private final List<Tree> items;

  Tree(String raw, Map<String, Tree> members, List<Tree> items) {
    this.raw = raw;
    this.members = members;
    this.items = items;
  }

  public static Tree read(String json) {
    Json.check("answer", json);
    return new TreeReader(json).read();
  }

  /** What was written, to the letter. */
  public String raw() {
    return raw;
  }

  /** The names of its members, in their order. */
  public Set<String> names() {
    return Collections.unmodifiableSet(members.keySet());
  }

  public List<Tree> items() {
    return items;
  }

  /** A member that is there and is not null. */
  public Tree at(String name) {
    Tree member = find(name);
    if (member == null) {
      throw new IllegalArgumentException("The answer has no " + name + ": " + raw);
    }
    return member;
  }

  public @Nullable Tree find(String name) {
    Tree member = members.get(name);
    return member == null || member.raw.equals("null") ? null : member;
  }

  public <T> @Nullable T find(String name, Function<Tree, T> read) {
    Tree member = find(name);
    return member == null ? null : read.apply(member);
  }

  public <T> List<T> list(String name, Function<Tree, T> read) {
    return at(name).items.stream().map(read).toList();
  }

  public String text() {
    return raw.startsWith("\"") ? TreeReader.unquoted(raw) : raw;
  }

  public int number() {
    return Integer.parseInt(raw);
  }

  public Duration seconds() {
    return Duration.ofNanos(Math.round(Double.parseDouble(raw) * 1e9));
  }

  public Instant instant() {
    return Instant.parse(text());
  }

  public boolean isTrue() {
    return raw.equals("true");
  }

  /** A TreeReader reads text of which it is known that it is JSON. */
  private static final class TreeReader {
    private final String text;
    private int at;

    TreeReader(String text) {
      this.text = text;
    }

    Tree read() {
      space();
      int from = at;
      Map<String, Tree> members = Map.of();
      List<Tree> items = List.of();
      switch (text.charAt(at)) {
        case '{' -> members = members();
        case '[' -> items = items();
        case '"' -> string();
        default -> word();
      }
      return new Tree(text.substring(from, at), members, items);
    }

    private Map<String, Tree> members() {
      Map<String, Tree> members = new LinkedHashMap<>();
      at++;
      while (!ends('}')) {
        int from = at;
        string();
        String name = unquoted(text.substring(from, at));
        space();
        at++;
        members.put(name, read());
      }
      return members;
    }

    private List<Tree> items() {
      List<Tree> items = new ArrayList<>();
      at++;
      while (!ends(']')) {
        items.add(read());
      }
      return items;
    }

    /** Whether the end has come; else what parts the last from the next is behind. */
    private boolean ends(char end) {
      space();
      if (text.charAt(at) == ',') {
        at++;
        space();
      }
      boolean ended = text.charAt(at) == end;
      at += ended ? 1 : 0;
      return ended;
    }

    private void string() {
      for (at++; text.charAt(at) != '"'; at++) {
        at += text.charAt(at) == '\\' ? 1 : 0;
      }
      at++;
    }

    private void word() {
      while (at < text.length() && " \t\r\n,]}".indexOf(text.charAt(at)) < 0) {
        at++;
      }
    }

    private void space() {
      while (" \t\r\n".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
    }

    private static String unquoted(String quoted) {
      StringBuilder plain = new StringBuilder();
      for (int i = 1; i < quoted.length() - 1; i++) {
        char c = quoted.charAt(i);
        if (c != '\\') {
          plain.append(c);
        } else if (quoted.charAt(++i) == 'u') {
          plain.append((char) Integer.parseInt(quoted.substring(i + 1, i + 5), 16));
          i += 4;
        } else {
          plain.append(escaped(quoted.charAt(i)));
        }
      }
      return plain.toString();
    }

    private static char escaped(char c) {
      return switch (c) {
        case 'b' -> '\b';
        case 'f' -> '\f';
        case 'n' -> '\n';
        case 'r' -> '\r';
        case 't' -> '\t';
        default -> c;
      };
    }
  }
}
