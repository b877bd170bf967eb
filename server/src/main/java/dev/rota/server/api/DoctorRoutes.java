package dev.rota.server.api;

import dev.rota.engine.doctor.Doctor;
import dev.rota.engine.doctor.Finding;
import io.helidon.webserver.http.HttpRouting;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** DoctorRoutes tell how the database is. */
record DoctorRoutes(Doctor doctor) {

  /** A finding as callers see it. */
  record FindingView(
      String check,
      String severity,
      String seen,
      @Nullable String advice,
      @Nullable String command) {
    static FindingView of(Finding finding) {
      return new FindingView(
          finding.check(),
          finding.severity().word(),
          finding.seen(),
          finding.advice(),
          finding.command());
    }
  }

  /**
   * What the doctor found.
   *
   * @param severity that of the worst finding
   */
  record Examination(String severity, List<FindingView> findings) {
    static Examination of(List<Finding> findings) {
      return new Examination(
          Finding.worst(findings).word(), findings.stream().map(FindingView::of).toList());
    }
  }

  void addTo(HttpRouting.Builder routing) {
    routing.get(
        "/api/v1/doctor",
        (request, response) -> Answers.ok(response, Examination.of(doctor.examine())));
  }
}
