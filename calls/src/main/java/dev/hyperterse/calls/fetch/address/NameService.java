package dev.hyperterse.calls.fetch.address;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Resolves host names. */
@FunctionalInterface
public interface NameService {
    /** The resolver of the system. */
    NameService SYSTEM = host -> List.of(InetAddress.getAllByName(host));

    /** At least one address. */
    List<InetAddress> addresses(String host) throws UnknownHostException;
}
