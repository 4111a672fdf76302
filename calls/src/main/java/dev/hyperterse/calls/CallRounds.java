package dev.hyperterse.calls;

import java.time.Instant;
import java.util.Optional;

/**
 * The state of a call whose client answers between rounds, each of which runs the whole call again. Several scripts of
 * the call may use it at once.
 */
public interface CallRounds {
    /** The start of the first round. */
    Instant began();

    /** A key for the position in the call, the same in each round. */
    String requestKey(String place);

    /** The value that this round or an earlier one has stored under that key. */
    Optional<String> kept(String key);

    void keep(String key, String text);

    /** The rounds of one position in the call. */
    default CallRounds at(String place) {
        return new RoundsAtPlace(this, place);
    }
}
