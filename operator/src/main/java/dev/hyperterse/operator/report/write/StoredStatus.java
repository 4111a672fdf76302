package dev.hyperterse.operator.report.write;

import dev.hyperterse.operator.model.ObjectVersion;
import java.util.Optional;

/** The status that an object has in one version. */
public record StoredStatus<S>(ObjectVersion version, Optional<S> status) {
    boolean sameObject(StoredStatus<S> other) {
        return version.uid().equals(other.version.uid());
    }

    boolean isBefore(StoredStatus<S> other) {
        return version.isBefore(other.version);
    }

    /** Whether it was written after that one, with another status. Of an unknown version any other status was. */
    boolean replaces(StoredStatus<S> other) {
        return !isBefore(other) && !version.equals(other.version) && !status.equals(other.status);
    }

    /** Whether it is that status, and not one that is about to be replaced by it in the same version. */
    boolean shows(StoredStatus<S> other) {
        return !isBefore(other) && status.equals(other.status);
    }
}
