package dev.rota.pages;

import dev.rota.Rules;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A NewPage is a page as it was fetched.
 *
 * @param url its address, in the form that all its spellings share
 * @param job the job that fetched it
 * @param target what the job is about: a source, a target; null if it is about the page itself
 * @param status the HTTP status of the answer
 * @param text what people read on it
 * @param links the addresses it leads to
 * @param hash the hash of title, text and links
 * @param bytes how long its body was
 */
public record NewPage(
    String url,
    String host,
    long job,
    @Nullable String target,
    int status,
    String contentType,
    String title,
    String text,
    List<String> links,
    String hash,
    int bytes,
    @Nullable String etag,
    @Nullable String lastModified) {
  public static final int URL_MAX = 2_000;

  public NewPage {
    Rules.text("url", url, URL_MAX);
    links = List.copyOf(links);
  }
}
