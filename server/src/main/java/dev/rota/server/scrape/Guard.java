package dev.rota.server.scrape;

import static java.lang.System.Logger.Level.ERROR;

import dev.rota.InvalidInput;
import dev.rota.RotaException;
import dev.rota.server.http.Fault;
import io.helidon.http.HttpException;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;

/**
 * A Guard lets every error of a handler be told in the shape that scrape workers know.
 *
 * @param failure what could not be done, told when it is nobody's fault
 * @param away what is told beside that when the database is away
 */
record Guard(String failure, String away) {
  private static final System.Logger LOG = System.getLogger(Guard.class.getName());

  /** A guard of something that is done in a transaction. */
  static Guard of(String failure) {
    return new Guard(failure, "Database transaction failed");
  }

  Handler around(Handler handler) {
    return (request, response) -> {
      try {
        handler.handle(request, response);
      } catch (Conflict e) {
        Reply.send(response, 409, e.reply());
      } catch (RotaException e) {
        refuse(request, response, e);
      } catch (HttpException e) {
        Reply.send(
            response,
            e.status().code(),
            Reply.failure("Invalid request", String.valueOf(e.getMessage())));
      } catch (Exception e) {
        Fault fault = Fault.random();
        LOG.log(ERROR, fault + " path=" + request.path().path(), e);
        Reply.send(response, 500, Reply.failure(failure, fault.toCaller()));
      }
    };
  }

  private void refuse(ServerRequest request, ServerResponse response, RotaException e) {
    String details = String.valueOf(e.getMessage());
    if (e instanceof InvalidInput) {
      Reply.send(response, 400, Reply.failure("Invalid request", details));
      return;
    }
    switch (e.code()) {
      case "forbidden" -> Reply.send(response, 403, Reply.failure("Forbidden", details));
      case "not-found" -> Reply.send(response, 404, Reply.failure("Job not found", details));
      case "too-large" -> Reply.send(response, 413, Reply.failure("Invalid request", details));
      case "source-unavailable", "database" -> {
        LOG.log(ERROR, request.path().path() + ": " + details, e);
        Reply.send(response, 500, Reply.failure(failure, away));
      }
      default -> Reply.send(response, 409, Reply.failure(failure, details));
    }
  }
}
