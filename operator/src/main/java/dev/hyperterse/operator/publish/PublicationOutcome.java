package dev.hyperterse.operator.publish;

import dev.hyperterse.catalog.encoding.CatalogIndex;

/** The result of one attempt to publish. */
public sealed interface PublicationOutcome {
    /** The index names the desired content; {@code index} is what replicas now read. */
    record Published(CatalogIndex index) implements PublicationOutcome {}

    /** The committed index already named the desired content; nothing was written. */
    record Unchanged(CatalogIndex index) implements PublicationOutcome {}

    /**
     * Another process had published since. This one has claimed the catalog; what it compiled was evaluated against
     * something older and must be compiled again before it is published.
     */
    record Claimed() implements PublicationOutcome {}

    /** Another process leads; nothing was written. */
    record NotLeading() implements PublicationOutcome {}
}
