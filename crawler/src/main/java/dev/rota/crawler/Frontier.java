package dev.rota.crawler;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A Frontier is where a crawl has still to go, nearest first, and where it has been. */
final class Frontier {
  /** Whatever a site makes up, no more addresses are remembered. */
  static final int MOST = 200_000;

  private final Scope scope;
  private final int deepest;
  private final Deque<Place> places = new ArrayDeque<>();
  private final Set<URI> seen = new HashSet<>();
  private boolean cut;

  Frontier(Scope scope, int deepest) {
    this.scope = scope;
    this.deepest = deepest;
  }

  /** A Place is a page to go to, so many links away from the start. */
  record Place(URI url, int depth) {}

  /** Adds what is in scope, near enough and new. */
  void add(Collection<URI> urls, int depth) {
    for (URI url : urls) {
      if (!scope.contains(url) || seen.contains(url)) {
        continue;
      }
      if (depth > deepest || seen.size() >= MOST) {
        cut = true;
      } else if (seen.add(url)) {
        places.addLast(new Place(url, depth));
      }
    }
  }

  /** Whether something in scope was left out, because it is too far away or too much. */
  boolean isCut() {
    return cut;
  }

  /** Notes where a redirect has led to; false if that page has had its turn already. */
  boolean reach(URI url) {
    return seen.add(url);
  }

  @Nullable Place next() {
    return places.pollFirst();
  }

  int size() {
    return places.size();
  }
}
