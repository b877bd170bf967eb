package dev.rota.crawler;

import dev.rota.pages.KnownPage;
import dev.rota.pages.NewPage;
import dev.rota.pages.PageStore;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** MemoryPages keep pages in memory. */
final class MemoryPages implements PageStore {
  final Map<String, NewPage> pages = new ConcurrentSkipListMap<>();
  final Map<String, Long> kept = new TreeMap<>();
  final Map<String, Long> completed = new TreeMap<>();

  @Override
  public Optional<KnownPage> find(String url) {
    return Optional.ofNullable(pages.get(url))
        .map(page -> new KnownPage(page.etag(), page.lastModified(), page.hash(), page.links()));
  }

  @Override
  public void store(NewPage page) {
    pages.put(page.url(), page);
  }

  @Override
  public void keep(String url, long job) {
    kept.put(url, job);
  }

  @Override
  public void forget(String url) {
    pages.remove(url);
  }

  @Override
  public void completed(String host, long job) {
    completed.put(host, job);
  }
}
