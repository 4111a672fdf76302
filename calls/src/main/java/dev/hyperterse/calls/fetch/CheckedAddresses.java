package dev.hyperterse.calls.fetch;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Resolves a host once for each connection, which is made to the checked address itself, so that DNS rebinding has no
 * effect.
 */
final class CheckedAddresses {
    private static final Logger LOG = LoggerFactory.getLogger(CheckedAddresses.class);

    private final AllowedUrl allowed;
    private final Lookups lookups;

    CheckedAddresses(AllowedUrl allowed, Lookups lookups) {
        this.allowed = allowed;
        this.lookups = lookups;
    }

    InetAddress resolve() {
        var host = allowed.origin().host();
        try {
            var literal = AllowedUrl.literal(host);
            var addresses = literal.isPresent() ? literal.stream().toList() : lookups.addresses(host);
            // Checks all addresses: a name with an internal address beside a public one is refused.
            addresses.forEach(this::check);
            return addresses.getFirst();
        } catch (UnknownHostException none) {
            throw new FetchFault("the name of %s cannot be resolved".formatted(allowed.origin()), none);
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
            throw new FetchFault("the request was ended", over);
        }
    }

    private void check(InetAddress address) {
        if (!allowed.admits(address)) {
            LOG.atWarn()
                    .addKeyValue("event", "fetch_refused")
                    .addKeyValue("origin", allowed.origin())
                    .addKeyValue("address", address.getHostAddress())
                    .log("a script may not connect to this address");
            throw new FetchFault("%s is at an address that scripts may not fetch".formatted(allowed.origin()));
        }
    }
}
