package dev.hyperterse.catalog.script;

import dev.hyperterse.catalog.values.ValueKey;
import java.util.Optional;

/**
 * What scripts of a namespace may fetch.
 *
 * @param url an http or https URL; all below its path
 * @param addresses where its host may be
 * @param ca the authorities to trust in place of the platform's
 */
public record FetchGrant(String url, Addresses addresses, Optional<ValueKey> ca) {
    /** Where a host may be. */
    public enum Addresses {
        /** On the internet. */
        Public,
        /** There, or in the networks of the cluster. */
        Private
    }
}
