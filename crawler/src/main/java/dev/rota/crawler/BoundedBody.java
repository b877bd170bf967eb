package dev.rota.crawler;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** A BoundedBody takes in a body up to a limit, and stops the transfer beyond it. */
final class BoundedBody implements BodySubscriber<byte[]> {
  private final int most;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
  private @Nullable Subscription subscription;

  /** With a limit of zero nothing is transferred, and the body is empty. */
  BoundedBody(int most) {
    this.most = most;
  }

  /** A TooLarge says that a body went beyond its limit. */
  static final class TooLarge extends IOException {
    TooLarge(int most) {
      super("is longer than " + most + " bytes");
    }
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return whole;
  }

  @Override
  public void onSubscribe(Subscription started) {
    subscription = started;
    if (most == 0) {
      started.cancel();
      whole.complete(new byte[0]);
    } else {
      started.request(Long.MAX_VALUE);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      byte[] part = new byte[buffer.remaining()];
      buffer.get(part);
      bytes.writeBytes(part);
    }
    if (bytes.size() > most && !whole.isDone()) {
      if (subscription != null) {
        subscription.cancel();
      }
      whole.completeExceptionally(new TooLarge(most));
    }
  }

  @Override
  public void onError(Throwable error) {
    whole.completeExceptionally(error);
  }

  @Override
  public void onComplete() {
    whole.complete(bytes.toByteArray());
  }
}
