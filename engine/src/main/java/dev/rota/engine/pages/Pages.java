package dev.rota.engine.pages;

import dev.rota.InvalidInput;
import dev.rota.Rules;
import dev.rota.engine.sql.Call;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import dev.rota.pages.KnownPage;
import dev.rota.pages.NewPage;
import dev.rota.pages.PageStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Pages are kept here, and found again by their words, their host or their job. */
public final class Pages implements PageStore {
  /** How many pages a search ranks: the first it finds, which are all unless a word is common. */
  public static final int RANKED = 1_000;

  private static final Sql KNOWN = Statements.sql("known_page");
  private static final Sql STORE = Statements.sql("store_page");
  private static final Sql KEEP = Statements.sql("keep_page");
  private static final Sql FORGET = Statements.sql("forget_page");
  private static final Sql COMPLETE = Statements.sql("complete_site");
  private static final Sql SITES = Statements.sql("sites");
  private static final Sql PRUNE = Statements.sql("prune_pages");
  private static final int PRUNED_AT_ONCE = 1_000;
  private static final Sql PAGE = Statements.sql("page");
  private static final Sql LIST = Statements.sql("list_pages");
  private static final Sql OF_JOB = Statements.sql("list_pages_of_job");
  private static final Sql OF_HOST = Statements.sql("list_pages_of_host");
  private static final Sql SEARCH = Statements.sql("search_pages");
  private static final int MOST = 100;

  private final Database database;

  public Pages(Database database) {
    this.database = database;
  }

  @Override
  public Optional<KnownPage> find(String url) {
    return database.transact(connection ->
        KNOWN
            .on(connection)
            .set("url", url)
            .first(row ->
                new KnownPage(
                    row.getString("etag"),
                    row.getString("last_modified"),
                    row.getString("hash"),
                    Columns.texts(row.getArray("links")))));
  }

  @Override
  public void store(NewPage page) {
    database.run(connection ->
        STORE
            .on(connection)
            .set("url", page.url())
            .set("host", page.host())
            .set("job", page.job())
            .set("target", page.target())
            .set("status", page.status())
            .set("content_type", page.contentType())
            .set("title", page.title())
            .set("hash", page.hash())
            .set("bytes", page.bytes())
            .set("etag", page.etag())
            .set("last_modified", page.lastModified())
            .set("text", page.text())
            .set("links", page.links().toArray(String[]::new))
            .update());
  }

  @Override
  public void keep(String url, long job) {
    database.run(connection -> KEEP.on(connection).set("url", url).set("job", job).update());
  }

  @Override
  public void forget(String url) {
    database.run(connection -> FORGET.on(connection).set("url", url).update());
  }

  @Override
  public void completed(String host, long job) {
    database.run(connection -> COMPLETE.on(connection).set("host", host).set("job", job).update());
  }

  /**
   * Forgets the pages that the last whole crawl of their site has not seen, and nobody for so long;
   * gives how many.
   */
  public int prune(Duration kept) {
    int pruned = 0;
    for (String host :
        database.transact(connection -> SITES.on(connection).list(row -> row.getString("host")))) {
      for (int some = PRUNED_AT_ONCE; some == PRUNED_AT_ONCE; pruned += some) {
        some = prune(host, kept);
      }
    }
    return pruned;
  }

  private int prune(String host, Duration kept) {
    return database.transact(connection ->
        PRUNE
            .on(connection)
            .set("host", host)
            .set("kept_ms", kept.toMillis())
            .set("max", PRUNED_AT_ONCE)
            .update());
  }

  public Optional<PageContent> get(long id) {
    return database.transact(connection ->
        PAGE.on(connection)
            .set("id", id)
            .first(row ->
                new PageContent(
                    page(row), row.getString("text"), Columns.texts(row.getArray("links")))));
  }

  /**
   * A part of the pages that are looked for: with words the best first, else the newest first.
   *
   * @param after what the part before gave as its next
   */
  public FoundPages search(PageQuery query, int limit, @Nullable Long after) {
    Rules.range("limit", limit, 1, MOST);
    return query.words() == null ? list(query, limit, after) : ranked(query, limit, after);
  }

  private FoundPages list(PageQuery query, int limit, @Nullable Long after) {
    long before = after == null ? Long.MAX_VALUE : after;
    List<StoredPage> found =
        database.transact(connection ->
            listing(connection, query)
                .set("before", before)
                .set("max", limit + 1)
                .list(Pages::page));
    boolean more = found.size() > limit;
    List<StoredPage> shown = more ? found.subList(0, limit) : found;
    return new FoundPages(shown, more ? shown.getLast().id() : null);
  }

  private static Call listing(Connection connection, PageQuery query) throws SQLException {
    if (query.job() != null) {
      return OF_JOB.on(connection).set("job", query.job()).set("host", query.host());
    }
    return query.host() == null
        ? LIST.on(connection)
        : OF_HOST.on(connection).set("host", query.host());
  }

  private FoundPages ranked(PageQuery query, int limit, @Nullable Long after) {
    long skip = after == null ? 0 : after;
    if (skip < 0 || skip > RANKED) {
      throw new InvalidInput("cursor", skip, "must be the next_cursor of a page");
    }
    List<StoredPage> found =
        database.transact(connection -> {
          Database.pin(connection);
          Database.allowBitmaps(connection);
          return SEARCH
              .on(connection)
              .set("words", query.words())
              .set("job", query.job())
              .set("host", query.host())
              .set("ranked", RANKED)
              .set("max", limit + 1)
              .set("skip", (int) skip)
              .list(Pages::page);
        });
    boolean more = found.size() > limit;
    return new FoundPages(more ? found.subList(0, limit) : found, more ? skip + limit : null);
  }

  private static StoredPage page(ResultSet row) throws SQLException {
    double rank = row.getDouble("rank");
    boolean unranked = row.wasNull();
    return new StoredPage(
        row.getLong("id"),
        row.getString("url"),
        row.getString("host"),
        row.getLong("job"),
        row.getString("target"),
        row.getInt("status"),
        row.getString("content_type"),
        row.getString("title"),
        row.getInt("bytes"),
        row.getString("etag"),
        row.getString("last_modified"),
        Columns.instant(row, "created_at"),
        Columns.instant(row, "changed_at"),
        Columns.instant(row, "fetched_at"),
        row.getString("excerpt"),
        unranked ? null : rank);
  }
}
