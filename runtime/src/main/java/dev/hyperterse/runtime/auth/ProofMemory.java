package dev.hyperterse.runtime.auth;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The proofs that were used, by the minute that they are of. None is forgotten while it could be used again; where there is
 * no room for more, they are not taken. A caller may have half of what the others leave, so that with one who takes all
 * it can get there is room for two thirds, and for some however many do.
 */
final class ProofMemory {
    /** How far a proof may be from now, in both directions. */
    static final Duration WINDOW = Duration.ofMinutes(1);

    /** With about 100 bytes for each. */
    static final int MOST = 131_072;

    private static final long MINUTE = 60;

    private final InstantSource clock;
    private final TreeMap<Long, Minute> minutes = new TreeMap<>();
    /** The first that is remembered. It never goes back, as clocks do. */
    private long first = Long.MIN_VALUE;

    private int held;

    /** What becomes of a proof. */
    enum Answer {
        NEW,
        USED,
        /** It cannot be remembered, so it must not be used. */
        FULL
    }

    private record Minute(Set<TokenDigest> proofs, Map<TokenDigest, Integer> callers) {
        Minute() {
            this(new HashSet<>(), new HashMap<>());
        }
    }

    ProofMemory(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Remembers the proof, if it is new.
     *
     * @param caller who is counted. Not the key of the proof: anyone can make as many of these as it likes
     * @param issued at most {@link #WINDOW} from now
     */
    synchronized Answer use(String caller, String proof, Instant issued) {
        forget();
        var minute = Math.floorDiv(issued.getEpochSecond(), MINUTE);
        var digest = TokenDigest.of(proof);
        if (minute < first
                || minutes.values().stream().anyMatch(it -> it.proofs().contains(digest))) {
            return Answer.USED;
        }
        var who = TokenDigest.of(caller);
        var own = minutes.values().stream()
                .mapToInt(it -> it.callers().getOrDefault(who, 0))
                .sum();
        if (own >= (MOST - held) / 2) {
            return Answer.FULL;
        }
        var of = minutes.computeIfAbsent(minute, _ -> new Minute());
        of.proofs().add(digest);
        of.callers().merge(who, 1, Integer::sum);
        held++;
        return Answer.NEW;
    }

    private void forget() {
        first = Math.max(first, Math.floorDiv(clock.instant().minus(WINDOW).getEpochSecond(), MINUTE));
        var past = minutes.headMap(first);
        past.values().forEach(it -> held -= it.proofs().size());
        past.clear();
    }
}
