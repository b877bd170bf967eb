package dev.rota.server.api;

import static java.lang.System.Logger.Level.ERROR;

import dev.rota.RotaException;
import dev.rota.server.http.Fault;
import dev.rota.server.http.JsonAnswer;
import dev.rota.server.http.Problem;
import io.helidon.http.HeaderNames;
import io.helidon.http.HttpException;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;

/** Answers are JSON, whether things went well or not. */
final class Answers {
  private static final System.Logger LOG = System.getLogger(Answers.class.getName());

  private Answers() {}

  static void ok(ServerResponse response, Object body) {
    send(response, 200, body);
  }

  static void send(ServerResponse response, int status, Object body) {
    JsonAnswer.send(response, status, body);
  }

  static void nothing(ServerResponse response) {
    response.status(Status.NO_CONTENT_204).send();
  }

  static void unknown(ServerRequest request, ServerResponse response) {
    Problem.of(
            404,
            "not-found",
            "there is no %s %s".formatted(request.prologue().method(), request.path().path()))
        .send(response);
  }

  /** Lets every error be told as a problem; what is not the caller's fault is logged. */
  static void addTo(HttpRouting.Builder routing) {
    routing.error(RotaException.class, Answers::refuse);
    routing.error(HttpException.class, Answers::refuse);
    routing.error(Throwable.class, Answers::fail);
  }

  private static void refuse(ServerRequest request, ServerResponse response, RotaException e) {
    Problem problem = Problem.of(e);
    if (problem.status() == 500) {
      fail(request, response, e);
    } else if (problem.status() == 503) {
      LOG.log(ERROR, request.path().path() + ": " + e.getMessage(), e);
      response.header(HeaderNames.RETRY_AFTER, "1");
      Problem.of(503, e.code(), "the database is away").send(response);
    } else {
      problem.send(response);
    }
  }

  private static void refuse(ServerRequest request, ServerResponse response, HttpException e) {
    Problem.of(e.status().code(), "http", String.valueOf(e.getMessage())).send(response);
  }

  private static void fail(ServerRequest request, ServerResponse response, Throwable e) {
    Fault fault = Fault.random();
    LOG.log(ERROR, fault + " path=" + request.path().path(), e);
    Problem.of(500, "fault", fault.toCaller()).send(response);
  }
}
