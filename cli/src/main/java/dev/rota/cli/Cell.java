package dev.rota.cli;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A Cell is a word in a table and how it looks. */
record Cell(String text, Style style) {
  Cell {
    text = Text.line(text);
  }

  /** Of anything; nothing is an empty cell. */
  static Cell of(@Nullable Object value) {
    return value instanceof Cell cell ? cell : new Cell(Objects.toString(value, ""), Style.PLAIN);
  }

  /** A word that has a look of its own, such as a state. */
  static Cell word(@Nullable String word) {
    return word == null ? of(null) : new Cell(word, Style.of(word));
  }

  Cell dim() {
    return new Cell(text, Style.DIM);
  }
}
