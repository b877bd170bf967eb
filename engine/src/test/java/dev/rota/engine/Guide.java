package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A Guide is a page of the documentation whose Java examples are run by a test. */
public record Guide(Path page, Path test) {
  public static Guide of(String name, Class<?> test) {
    String file = test.getName().replace('.', '/') + ".java";
    return new Guide(Path.of("../docs/guides", name + ".md"), Path.of("src/test/java", file));
  }

  /** What stands in the test between the markers stands in the guide, to the letter. */
  public void showsTheExamplesOfItsTest() throws IOException {
    List<String> shown = blocks("java").stream().map(Guide::folded).toList();
    for (String snippet : snippets()) {
      assertThat(shown)
          .as("an example of %s that the guide does not show", test)
          .contains(folded(snippet));
    }
    assertThat(shown).hasSameSizeAs(snippets());
  }

  /** Its blocks of a language. */
  public List<String> blocks(String language) throws IOException {
    List<String> blocks = new ArrayList<>();
    for (String part : Files.readString(page).split("```" + language + "\n")) {
      int end = part.indexOf("```");
      if (end > 0 && !part.startsWith("#")) {
        blocks.add(part.substring(0, end));
      }
    }
    return blocks;
  }

  /** The rows of the first table under a heading, its head left out. */
  public List<String> table(String heading) throws IOException {
    List<String> lines = Files.readAllLines(page);
    int at = lines.indexOf(heading);
    assertThat(at).as(heading).isNotNegative();
    return lines.stream()
        .skip(at)
        .dropWhile(line -> !line.startsWith("| --- |"))
        .skip(1)
        .takeWhile(line -> line.startsWith("|"))
        .toList();
  }

  private List<String> snippets() throws IOException {
    List<String> snippets = new ArrayList<>();
    for (String part : Files.readString(test).split("// guide: [a-z-]+\n")) {
      int end = part.indexOf("// end\n");
      if (end > 0) {
        snippets.add(part.substring(0, end));
      }
    }
    return snippets;
  }

  private static String folded(String code) {
    return code.replaceAll("\\s+", " ").strip();
  }
}
