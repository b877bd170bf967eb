package dev.rota.crawler;

import java.util.Optional;

/**
 * TargetUrls are the addresses of targets, for jobs that name what to crawl and not where it is.
 */
@FunctionalInterface
public interface TargetUrls {
  /** For those who keep no targets. */
  TargetUrls NONE = (kind, externalId) -> Optional.empty();

  Optional<String> find(String kind, String externalId);
}
