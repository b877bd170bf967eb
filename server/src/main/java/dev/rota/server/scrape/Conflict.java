package dev.rota.server.scrape;

/**
 * A Conflict is a request that the state of its job does not allow, with the reply that says so.
 */
final class Conflict extends RuntimeException {
  private static final long serialVersionUID = 1;

  @SuppressWarnings("serial") // It is sent as JSON, never as an object.
  private final transient Reply reply;

  Conflict(Reply reply) {
    super(reply.toString());
    this.reply = reply;
  }

  Conflict(String error, String details) {
    this(Reply.failure(error, details));
  }

  Reply reply() {
    return reply;
  }
}
