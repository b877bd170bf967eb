package dev.rota.cli;

import dev.rota.remote.PublicId;
import dev.rota.remote.Tree;
import java.io.PrintWriter;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An Output is where a command answers: in words and tables for people, or in JSON. */
final class Output {
  private static final int NAME = 14;

  private final PrintWriter writer;
  private final Terminal terminal;
  private final boolean json;

  Output(PrintWriter writer, Terminal terminal, boolean json) {
    this.writer = writer;
    this.terminal = terminal;
    this.json = json;
  }

  /** The same on a terminal as big as it is now. */
  Output resized() {
    return new Output(writer, Terminal.ofProcess(), json);
  }

  /** Whether scripts read it. */
  boolean isJson() {
    return json;
  }

  Terminal terminal() {
    return terminal;
  }

  /** An answer of the API to the letter, on a line of its own. */
  void json(Tree answer) {
    line(answer.raw());
  }

  /** Without an end of the line. */
  void put(String text) {
    writer.print(text);
  }

  void line(String text) {
    writer.println(text);
  }

  /** A table, or a sentence if there is nothing in it. */
  void table(Table table, String otherwise) {
    if (table.isEmpty()) {
      line(otherwise);
    } else {
      table.lines(terminal).forEach(writer::println);
    }
  }

  /** A name and what stands behind it, if there is something. */
  void field(String name, @Nullable Object value) {
    Cell cell = Cell.of(value);
    if (!cell.text().isEmpty()) {
      String space = " ".repeat(Math.max(1, NAME - name.length()));
      line(painted(Style.DIM, name) + space + painted(cell.style(), cell.text()));
    }
  }

  /** Every member of an answer that has a value, under its name in words. */
  void fields(Tree answer) {
    int width =
        answer.names().stream()
            .filter(name -> answer.find(name) != null)
            .mapToInt(String::length)
            .max()
            .orElse(0);
    for (String name : answer.names()) {
      Tree value = answer.find(name);
      if (value != null && !value.raw().equals("[]") && !value.raw().equals("{}")) {
        String space = " ".repeat(width + 2 - name.length());
        line(
            painted(Style.DIM, name.replace('_', ' '))
                + space
                + Cell.of(PublicId.shortened(value.text())).text());
      }
    }
  }

  /** An answer: as it is for scripts, as a table for people. */
  void answer(Tree answer, Function<Tree, Table> table, String otherwise) {
    if (json) {
      json(answer);
    } else {
      table(table.apply(answer), otherwise);
    }
  }

  /** Tells people how a list goes on. */
  void more(Tree page) {
    Tree next = page.find("next_cursor");
    if (next != null && !json) {
      line("There are more: --cursor " + next.text());
    }
  }

  void heading(String text) {
    line("");
    line(painted(Style.BOLD, text));
  }

  String painted(Style style, String text) {
    return terminal.colours() ? style.paint(text) : text;
  }

  void flush() {
    writer.flush();
  }
}
