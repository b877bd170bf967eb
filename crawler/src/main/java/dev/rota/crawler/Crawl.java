package dev.rota.crawler;

import dev.rota.pages.NewPage;
import dev.rota.pages.PageStore;
import dev.rota.worker.JobContext;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A Crawl is one job's way through a site. */
final class Crawl {
  private static final int LONGEST = 1_000;

  private final CrawlRequest request;
  private final CrawlerOptions options;
  private final Visit visit;
  private final PageStore store;
  private final JobContext job;
  private final Frontier frontier;
  private final Tally tally = new Tally();
  private int memoryPeak;

  Crawl(
      CrawlRequest request, CrawlerOptions options, Visit visit, PageStore store, JobContext job) {
    this.request = request;
    this.options = options;
    this.visit = visit;
    this.store = store;
    this.job = job;
    this.frontier = new Frontier(visit.scope(), request.depth());
  }

  /**
   * Goes through the site and gives what came of it.
   *
   * @throws FetchFailure if the start cannot be had: then there is no crawl
   */
  String run() throws FetchFailure, InterruptedException {
    frontier.add(List.of(request.start()), 0);
    visit(frontier.next());
    if (request.depth() > 0 && request.maxPages() > 1) {
      frontier.add(sitemapPages(), 1);
    }
    String stopped = goOn();
    if (stopped == null && !frontier.isCut() && isWholeSite()) {
      store.completed(Urls.host(request.start()), job.job());
    }
    return tally.json(request.start(), frontier.size(), stopped);
  }

  /** Whether the way began at the root of the site: from there all of it can be seen. */
  private boolean isWholeSite() {
    String path = request.start().getPath();
    return path == null || path.isEmpty() || path.equals("/");
  }

  /** Visits what is left; gives why it stopped before the end. */
  private @Nullable String goOn() throws InterruptedException {
    for (var place = frontier.next(); place != null; place = frontier.next()) {
      job.throwIfCancelled();
      try {
        visit(place);
      } catch (FetchFailure e) {
        failed(place.url(), e);
        if (e.retryAfter() != null) {
          return e.getMessage();
        }
      }
      tell();
      if (tally.asked() >= request.maxPages()) {
        return frontier.size() == 0 ? null : "maxPages was reached";
      }
    }
    return null;
  }

  private void failed(URI url, FetchFailure failure) {
    tally.failed(url, failure);
    if (failure.isGone() && store.find(url.toString()).isPresent()) {
      store.forget(url.toString());
      tally.removed();
    }
  }

  private void visit(Frontier.@Nullable Place place) throws FetchFailure, InterruptedException {
    if (place == null) {
      return;
    }
    Visit.Arrival arrival = visit.page(place.url());
    for (URI passed : arrival.passed()) {
      store.forget(passed.toString());
    }
    if (!arrival.passed().isEmpty() && !frontier.reach(arrival.url())) {
      tally.skipped("duplicate");
      return;
    }
    frontier.add(links(arrival), place.depth() + 1);
    sample();
  }

  /** Takes in what a visit has brought; gives where it leads. */
  private List<URI> links(Visit.Arrival arrival) throws FetchFailure {
    Fetched answer = arrival.answer();
    if (answer.status() == 304 && arrival.known() != null) {
      crawled();
      keep(arrival.url());
      return urls(arrival.known().links().stream());
    }
    if (answer.status() != 200) {
      throw FetchFailure.status(
          answer.status(), arrival.url() + " answered " + answer.status(), null);
    }
    if (!options.contentTypes().contains(answer.contentType())) {
      throw FetchFailure.lasting(
          FetchFailure.CONTENT_TYPE,
          "%s is %s, which is not read".formatted(arrival.url(), answer.header("Content-Type")));
    }
    Document document = Document.read(arrival.url(), answer);
    crawled();
    index(arrival, document);
    return document.links();
  }

  private void index(Visit.Arrival arrival, Document document) {
    URI own = document.canonical().filter(visit.scope()::contains).orElse(arrival.url());
    String hash = hash(document);
    if (!own.equals(arrival.url())) {
      frontier.add(List.of(own), 0);
      tally.skipped("duplicate");
    } else if (!document.index() && request.respectRobots()) {
      tally.skipped("noindex");
    } else if (arrival.known() != null && arrival.known().hash().equals(hash)) {
      keep(arrival.url());
    } else {
      store.store(page(arrival, document, hash));
      job.count("items_indexed", 1);
      tally.indexed();
    }
  }

  private NewPage page(Visit.Arrival arrival, Document document, String hash) {
    Fetched answer = arrival.answer();
    return new NewPage(
        arrival.url().toString(),
        Urls.host(arrival.url()),
        job.job(),
        request.target(),
        answer.status(),
        answer.contentType(),
        document.title(),
        document.text(),
        document.links().stream().map(URI::toString).toList(),
        hash,
        answer.body().length,
        validator(answer.header("ETag")),
        validator(answer.header("Last-Modified")));
  }

  /**
   * What can be sent back as it is; a site that says something else is asked for the whole page.
   */
  private static @Nullable String validator(@Nullable String value) {
    return value == null
            || value.length() > LONGEST
            || value.chars().anyMatch(Character::isISOControl)
        ? null
        : value;
  }

  private void crawled() {
    job.count("items_crawled", 1);
    tally.page();
  }

  private void keep(URI url) {
    store.keep(url.toString(), job.job());
    tally.unchanged();
  }

  private List<URI> sitemapPages() throws InterruptedException {
    List<URI> files = new ArrayList<>();
    try {
      files.addAll(urls(visit.robots().sitemaps(request.start()).stream()));
    } catch (FetchFailure e) {
      // The start was had under other rules than its site's: a site without lists.
      return List.of();
    }
    if (files.isEmpty()) {
      files.add(Urls.site(request.start()).resolve("/sitemap.xml"));
    }
    return new Sitemaps(visit::file, visit.scope()).pages(files, Frontier.MOST / 2);
  }

  private static List<URI> urls(Stream<String> texts) {
    return texts.flatMap(text -> Urls.canonical(text).stream()).toList();
  }

  private void tell() {
    int of = Math.min(request.maxPages(), tally.asked() + frontier.size());
    int percent = of == 0 ? 0 : Math.min(99, tally.asked() * 100 / of);
    job.progress(percent, tally.message(frontier.size()));
  }

  /** The memory of the process, which its jobs share: what one of them takes cannot be told. */
  private void sample() {
    Runtime runtime = Runtime.getRuntime();
    int used = (int) ((runtime.totalMemory() - runtime.freeMemory()) >> 20);
    memoryPeak = Math.max(memoryPeak, used);
    job.memoryPeak(memoryPeak);
  }

  private static String hash(Document document) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      Stream.concat(
              Stream.of(document.title(), document.text()),
              document.links().stream().map(URI::toString))
          .forEach(part -> {
            digest.update(part.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
          });
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
