package dev.hyperterse.catalog;

import java.util.Optional;

/**
 * One published catalog. {@code sequence} orders only inside an epoch; whether two catalogs are the same is decided by
 * {@code sha256} alone.
 */
public record Revision(String epoch, long sequence, String sha256) {
    /** A revision that is told from others by its number alone. */
    public static Revision counted(String epoch, long sequence) {
        return new Revision(epoch, sequence, Digest.of(epoch + "." + sequence));
    }

    /** {@code epoch.sequence}, as the convergence endpoint and event ids spell it. */
    public String position() {
        return epoch + "." + sequence;
    }

    /** Whether {@code other}, spelled as {@link #position()} does, is this one or one after it in the same epoch. */
    public boolean reachedBy(String other) {
        var dot = other.lastIndexOf('.');
        if (dot < 0 || !other.substring(0, dot).equals(epoch)) {
            return false;
        }
        try {
            return Long.parseLong(other, dot + 1, other.length(), 10) >= sequence;
        } catch (NumberFormatException noPosition) {
            return false;
        }
    }

    /** Whether this is that revision or one after it; nothing can be said across epochs. */
    public Optional<Boolean> atLeast(Revision other) {
        return epoch.equals(other.epoch) ? Optional.of(sequence >= other.sequence) : Optional.empty();
    }
}
