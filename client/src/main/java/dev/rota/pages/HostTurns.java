package dev.rota.pages;

import java.time.Duration;

/**
 * HostTurns say whose turn it is to ask a host, over all who share them: one request at a time, and
 * a pause after each.
 */
public interface HostTurns {
  /** The turns of somebody who is alone: they are always free. */
  HostTurns ALONE =
      new HostTurns() {
        @Override
        public Answer take(String host, String holder, Duration atMost) {
          return new Answer(true, Duration.ZERO);
        }

        @Override
        public void free(String host, String holder, Duration pause) {}

        @Override
        public void rest(String host, Duration length) {}
      };

  /**
   * An Answer says whether the turn was free, and is now the holder's.
   *
   * @param resting how long the host still wants to be left alone
   */
  record Answer(boolean taken, Duration resting) {}

  /**
   * Takes the turn of a host, if it is free.
   *
   * @param atMost when it is free again at the latest, whatever becomes of the holder
   */
  Answer take(String host, String holder, Duration atMost);

  /** Gives the turn back; it is free after a pause. */
  void free(String host, String holder, Duration pause);

  /** Leaves a host alone for so long, as it has asked. */
  void rest(String host, Duration length);
}
