package dev.hyperterse.calls;

import java.time.Instant;
import java.util.Optional;

/** The state of one position of a call, separate from that of others. */
record RoundsAtPlace(CallRounds whole, String place) implements CallRounds {
    @Override
    public Instant began() {
        return whole.began();
    }

    @Override
    public String requestKey(String inner) {
        return whole.requestKey(Places.within(place, inner));
    }

    @Override
    public Optional<String> kept(String key) {
        return whole.kept(Places.within(place, key));
    }

    @Override
    public void keep(String key, String text) {
        whole.keep(Places.within(place, key), text);
    }
}
