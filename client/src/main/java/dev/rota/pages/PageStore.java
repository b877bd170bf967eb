package dev.rota.pages;

import java.util.Optional;

/** A PageStore keeps fetched pages, one for each url: what is fetched again replaces it. */
public interface PageStore {
  /** What is known of a page from the last time, so that it is fetched only if it has changed. */
  Optional<KnownPage> find(String url);

  /** Stores a page in the place of the one before. */
  void store(NewPage page);

  /** Notes that a page was found as it was: its text stays, the time of its fetch moves. */
  void keep(String url, long job);

  /** Forgets a page that is no longer there. */
  void forget(String url);

  /** Notes that a job has seen the whole site of a host: what it has not seen may be forgotten. */
  void completed(String host, long job);
}
