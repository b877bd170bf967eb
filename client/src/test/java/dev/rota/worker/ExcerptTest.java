package dev.rota.worker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExcerptTest {
  @Test
  void leavesShortTextAlone() {
    assertThat(Excerpt.head("grün", 100)).isEqualTo("grün");
    assertThat(Excerpt.ends("grün", 100)).isEqualTo("grün");
  }

  @Test
  void cutsBetweenCharacters() {
    String text = "a€😀".repeat(1000);
    for (int bytes = 20; bytes < 60; bytes++) {
      String head = Excerpt.head(text, bytes);
      assertThat(head.getBytes(UTF_8)).hasSizeBetween(bytes - 3, bytes);
      assertThat(text).startsWith(head);
      String ends = Excerpt.ends(text, bytes);
      assertThat(ends.getBytes(UTF_8)).hasSizeBetween(bytes - 6, bytes);
      assertThat(ends).doesNotContain("\uFFFD").contains("\n…\n");
      assertThat(text).endsWith(ends.substring(ends.indexOf("\n…\n") + 3));
    }
  }

  @Test
  void removesWhatCannotBeStored() {
    assertThat(Excerpt.head("a\0b", 100)).isEqualTo("a\uFFFDb");
    assertThat(Excerpt.ends("a\ud800b", 100)).isEqualTo("a?b");
    assertThat(Excerpt.head("a\ud800b", 100)).isEqualTo("a?b");
  }
}
