package dev.rota.worker;

/** A Stop is why a handler was told to stop. */
enum Stop {
  CANCEL("The job was cancelled"),
  TIMEOUT("The job timed out"),
  QUOTA("The job took more than it may"),
  LOST("The lease of the job has ended"),
  DRAIN("Worker stopped before the job finished");

  final String message;

  Stop(String message) {
    this.message = message;
  }
}
