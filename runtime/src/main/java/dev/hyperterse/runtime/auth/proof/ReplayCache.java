package dev.hyperterse.runtime.auth.proof;

import dev.hyperterse.runtime.auth.caller.TokenDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Used proofs, by the minute in which they were issued. A proof is stored for as long as it could be replayed; when the memory is
 * full, further proofs are refused. Each caller may have half as many as are free then, alone a third of all, so that no
 * number of greedy callers takes all. The clock may go forward and back: a minute of which proofs were forgotten admits none
 * any more, and no other minute is refused.
 */
public final class ReplayCache {
    /** The greatest accepted difference between the time of a proof and now, in both directions. */
    static final Duration WINDOW = Duration.ofMinutes(1);

    /** The bytes of an entry. */
    static final int PROOF = 100;

    private static final long MINUTE = 60;

    private final InstantSource clock;
    private final int most;
    private final TreeMap<Long, Minute> minutes = new TreeMap<>();
    /** A clock that is set back may reach these again. */
    private final ForgottenMinutes forgotten = new ForgottenMinutes();

    private int held;

    /** The result of looking up a proof. */
    public enum Answer {
        NEW,
        USED,
        /** The cache is full, so a replay could not be detected. */
        FULL
    }

    private record Minute(Set<TokenDigest> proofs, Map<TokenDigest, Integer> callers) {
        Minute() {
            this(new HashSet<>(), new HashMap<>());
        }
    }

    /** @param mostBytes of all proofs */
    public ReplayCache(InstantSource clock, long mostBytes) {
        this.clock = clock;
        this.most = (int) Math.min(mostBytes / PROOF, Integer.MAX_VALUE);
    }

    /**
     * Stores the proof, if it is new.
     *
     * @param caller the identity that is counted; not the key of the proof, because anyone can create any number of
     *     keys
     * @param issued at most {@link #WINDOW} from now
     */
    synchronized Answer use(String caller, String proof, Instant issued) {
        forget();
        var minute = Math.floorDiv(issued.getEpochSecond(), MINUTE);
        var digest = TokenDigest.of(proof);
        if (forgotten.contains(minute)
                || minutes.values().stream().anyMatch(it -> it.proofs().contains(digest))) {
            return Answer.USED;
        }
        var who = TokenDigest.of(caller);
        var own = minutes.values().stream()
                .mapToInt(it -> it.callers().getOrDefault(who, 0))
                .sum();
        if (own >= (most - held) / 2) {
            return Answer.FULL;
        }
        var of = minutes.computeIfAbsent(minute, _ -> new Minute());
        of.proofs().add(digest);
        of.callers().merge(who, 1, Integer::sum);
        held++;
        return Answer.NEW;
    }

    private void forget() {
        var past = minutes.headMap(Math.floorDiv(clock.instant().minus(WINDOW).getEpochSecond(), MINUTE));
        past.forEach((minute, it) -> {
            held -= it.proofs().size();
            forgotten.add(minute);
        });
        past.clear();
    }
}
