package dev.hyperterse.runtime.call;

import java.time.Instant;
import java.util.Optional;

/**
 * The state of a call whose client answers between rounds, each of which runs the whole call again. Several scripts of the
 * call may use it at once.
 */
public interface CallRounds {
    /** When the first round began. */
    Instant began();

    /** A key of what stands at that place of the call, the same in each round. */
    String requestKey(String place);

    /** What an earlier round kept under that key, or this one. */
    Optional<String> kept(String key);

    void keep(String key, String text);

    /** The same for what stands at that place. */
    default CallRounds at(String place) {
        return new RoundsAtPlace(this, place);
    }
}
