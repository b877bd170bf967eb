package dev.rota.server.api;

import dev.rota.JobState;
import dev.rota.engine.JobFilter;
import dev.rota.engine.Sieve;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Query;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A JobFilterBody is a filter of jobs as callers give it, in a body or behind a question mark. */
record JobFilterBody(
    @Nullable List<String> status,
    @Nullable String queue,
    @Nullable String kind,
    @Nullable String tag,
    @Nullable String target,
    @Nullable String schedule,
    @Nullable Instant createdFrom,
    @Nullable Instant createdTo,
    @Nullable Instant endedFrom,
    @Nullable Instant endedTo,
    @Nullable String text,
    @Nullable String fingerprint) {
  static final Set<String> NAMES =
      Set.of(
          "status",
          "queue",
          "kind",
          "tag",
          "target",
          "schedule",
          "created_from",
          "created_to",
          "ended_from",
          "ended_to",
          "text",
          "fingerprint");

  static Set<String> andPaging() {
    Set<String> names = new TreeSet<>(NAMES);
    names.addAll(Set.of("limit", "cursor"));
    return names;
  }

  static JobFilterBody of(Query query) {
    return new JobFilterBody(
        query.states("status").stream().map(JobState::word).toList(),
        query.text("queue"),
        query.text("kind"),
        query.text("tag"),
        query.text("target"),
        query.text("schedule"),
        query.time("created_from"),
        query.time("created_to"),
        query.time("ended_from"),
        query.time("ended_to"),
        query.text("text"),
        query.text("fingerprint"));
  }

  /** The same as it is shown. */
  static JobFilterBody of(JobFilter filter) {
    Sieve sieve = filter.sieve();
    return new JobFilterBody(
        filter.states().isEmpty() ? null : List.of(filter.words()),
        filter.queue(),
        filter.kind(),
        filter.tag(),
        sieve.target(),
        Ids.SCHEDULE.showOrNull(filter.schedule()),
        sieve.createdFrom(),
        sieve.createdTo(),
        sieve.endedFrom(),
        sieve.endedTo(),
        sieve.text(),
        sieve.fingerprint());
  }

  JobFilter filter() {
    Set<JobState> states =
        status == null
            ? Set.of()
            : status.stream()
                .map(word -> Query.state("status", word))
                .collect(Collectors.toUnmodifiableSet());
    return new JobFilter(
        states,
        queue,
        kind,
        tag,
        schedule == null ? null : Ids.SCHEDULE.read("schedule", schedule),
        false,
        new Sieve(target, createdFrom, createdTo, endedFrom, endedTo, text, fingerprint));
  }
}
