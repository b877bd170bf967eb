package dev.rota.engine.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.InvalidInput;
import dev.rota.engine.EngineTest;
import dev.rota.pages.NewPage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Pages on a real database. */
final class PagesTest extends EngineTest {
  private static final PageQuery ALL = new PageQuery(null, null, null);

  @Test
  void a_page_is_replaced_when_it_is_stored_again_and_keeps_its_id() {
    store(1, "http://a/", "Apples", "red and green");
    StoredPage first = find("red").getFirst();
    clock.advance(Duration.ofHours(1));
    store(2, "http://a/", "Avocados", "green only");

    assertThat(find("red")).isEmpty();
    StoredPage second = find("green").getFirst();
    assertThat(second.id()).isEqualTo(first.id());
    assertThat(second.title()).isEqualTo("Avocados");
    assertThat(second.job()).isEqualTo(2);
    assertThat(second.createdAt()).isEqualTo(first.createdAt());
    assertThat(second.changedAt()).isAfter(first.changedAt()).isEqualTo(second.fetchedAt());
  }

  @Test
  void a_page_that_is_kept_moves_to_the_job_that_found_it_as_it_was() {
    store(1, "http://a/", "Apples", "red");
    clock.advance(Duration.ofHours(1));
    engine.pages().keep("http://a/", 2);

    StoredPage kept = find("red").getFirst();
    assertThat(kept.job()).isEqualTo(2);
    assertThat(kept.fetchedAt()).isAfter(kept.changedAt());
    assertThat(engine.pages().find("http://a/"))
        .hasValueSatisfying(known -> {
          assertThat(known.etag()).isEqualTo("\"e\"");
          assertThat(known.hash()).isEqualTo("hash");
          assertThat(known.links()).containsExactly("http://a/b");
        });
    engine.pages().forget("http://a/");
    assertThat(engine.pages().find("http://a/")).isEmpty();
    assertThat(find("red")).isEmpty();
  }

  @Test
  void a_search_understands_what_people_type_and_puts_titles_first() {
    store(1, "http://a/1", "Crawling", "A queue of jobs that waits for workers");
    store(1, "http://a/2", "Queues", "Jobs wait here");
    store(2, "http://b/3", "Windows", "No job starts while a window is closed; the queue waits");

    assertThat(find("queue")).extracting(StoredPage::title).startsWith("Queues").hasSize(3);
    assertThat(find("\"queue waits\" -crawling"))
        .extracting(StoredPage::title)
        .containsExactly("Windows");
    assertThat(find("crawling or windows")).hasSize(2);
    assertThat(find("'\"&|!:*() -")).isEmpty();
    StoredPage hit = find("closed").getFirst();
    assertThat(hit.excerpt()).contains("a window is **closed**");
    assertThat(hit.rank()).isPositive();
    assertThat(search(new PageQuery("queue", 2L, null))).hasSize(1);
    assertThat(search(new PageQuery("queue", null, "a"))).hasSize(2);
    assertThat(search(new PageQuery("queue", 2L, "a"))).isEmpty();
  }

  @Test
  void lists_are_read_in_parts_with_and_without_words() {
    for (int i = 0; i < 25; i++) {
      store(i % 2, "http://h" + i % 3 + "/" + i, "Page " + i, "word");
    }
    assertThat(inParts(ALL)).hasSize(25).doesNotHaveDuplicates();
    assertThat(inParts(new PageQuery("word", null, null))).hasSize(25).doesNotHaveDuplicates();
    assertThat(inParts(new PageQuery(null, 1L, null))).hasSize(12);
    assertThat(inParts(new PageQuery(null, null, "h1"))).hasSize(8);
    assertThat(inParts(new PageQuery(null, 1L, "h1"))).hasSize(4);
  }

  @Test
  void a_page_has_its_text_and_its_links() {
    store(1, "http://a/", "Apples", "red");
    long id = find("red").getFirst().id();
    assertThat(engine.pages().get(id))
        .hasValueSatisfying(page -> {
          assertThat(page.text()).isEqualTo("red");
          assertThat(page.links()).containsExactly("http://a/b");
        });
    assertThat(engine.pages().get(-1)).isEmpty();
  }

  @Test
  void a_very_long_page_of_very_many_words_is_stored() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; text.length() < 1_000_000; i++) {
      text.append("вёрд").append(i).append(' ');
    }
    store(1, "http://a/", "Long", text.toString());
    assertThat(find("вёрд17")).hasSize(1);
  }

  @Test
  void what_cannot_be_looked_for_is_named() {
    assertThatThrownBy(() -> engine.pages().search(ALL, 101, null))
        .isInstanceOf(InvalidInput.class)
        .hasMessageContaining("limit \"101\": must be from 1 to 100");
    assertThatThrownBy(() -> engine.pages().search(new PageQuery("w", null, null), 1, 1_001L))
        .isInstanceOf(InvalidInput.class)
        .hasMessageContaining("must be the next_cursor");
    assertThatThrownBy(() -> new PageQuery("w".repeat(1_001), null, null))
        .isInstanceOf(InvalidInput.class);
  }

  private List<Long> inParts(PageQuery query) {
    List<Long> ids = new ArrayList<>();
    @Nullable Long after = null;
    do {
      FoundPages part = engine.pages().search(query, 4, after);
      part.pages().forEach(page -> ids.add(page.id()));
      after = part.next();
    } while (after != null);
    return ids;
  }

  private List<StoredPage> find(String words) {
    return search(new PageQuery(words, null, null));
  }

  private List<StoredPage> search(PageQuery query) {
    return engine.pages().search(query, 10, null).pages();
  }

  private void store(long job, String url, String title, String text) {
    String host = url.split("/")[2];
    engine
        .pages()
        .store(
            new NewPage(
                url,
                host,
                job,
                "t",
                200,
                "text/html",
                title,
                text,
                List.of("http://a/b"),
                "hash",
                10,
                "\"e\"",
                null));
  }
}
