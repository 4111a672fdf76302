package dev.hyperterse.runtime.fetch;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Knows the addresses of names. */
@FunctionalInterface
public interface NameService {
    /** That of the machine. */
    NameService SYSTEM = host -> List.of(InetAddress.getAllByName(host));

    /** At least one. */
    List<InetAddress> addresses(String host) throws UnknownHostException;
}
