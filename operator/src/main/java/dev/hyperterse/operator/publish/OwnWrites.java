package dev.hyperterse.operator.publish;

import dev.hyperterse.operator.resolve.ResourceVersions;

/** What a watch shows of an object that this process writes, against its own last write of it. */
public enum OwnWrites {
    /** It is as it was left. */
    UpToDate,
    /** The watch has not shown the last write yet, or an etcd was restored: no edit. */
    StaleEvent,
    /** Another writer has changed or deleted it since. */
    ModifiedExternally;

    /** An API server whose versions are no numbers is believed to be ahead. */
    static OwnWrites compare(String written, String observed, boolean deleted) {
        if (written.equals(observed)) {
            return deleted ? ModifiedExternally : UpToDate;
        }
        return ResourceVersions.isBefore(observed, written) ? StaleEvent : ModifiedExternally;
    }
}
