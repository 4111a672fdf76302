package dev.hyperterse.calls.fetch.address;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Resolves a host once for each connection, which is made to one of the checked addresses itself, so that DNS rebinding
 * has no effect.
 */
public final class CheckedAddresses {
    private static final Logger LOG = LoggerFactory.getLogger(CheckedAddresses.class);

    private final AllowedUrl allowed;
    private final Lookups lookups;

    public CheckedAddresses(AllowedUrl allowed, Lookups lookups) {
        this.allowed = allowed;
        this.lookups = lookups;
    }

    public List<InetAddress> resolve() throws IOException {
        var host = allowed.origin().host();
        try {
            var literal = AllowedUrl.literal(host);
            var addresses = literal.isPresent() ? literal.stream().toList() : lookups.addresses(host);
            // Checks all addresses: a name with an internal address beside a public one is refused.
            for (var address : addresses) {
                check(address);
            }
            return addresses;
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("the request was ended").initCause(over);
        }
    }

    private void check(InetAddress address) throws ForbiddenAddress {
        if (!allowed.admits(address)) {
            LOG.atWarn()
                    .addKeyValue("event", "fetch_refused")
                    .addKeyValue("origin", allowed.origin())
                    .addKeyValue("address", address.getHostAddress())
                    .log("a request may not be sent to this address");
            throw new ForbiddenAddress();
        }
    }
}
