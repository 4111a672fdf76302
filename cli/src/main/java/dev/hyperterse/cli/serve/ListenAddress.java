package dev.hyperterse.cli.serve;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/** Addresses as command lines have them: {@code 8080}, {@code :8080}, {@code 10.0.0.7:8080}, {@code [::1]:8080}. */
public final class ListenAddress {
    private static final Pattern FORM =
            Pattern.compile("(?:(?:\\[(?<six>[0-9A-Fa-f:.]+)]|(?<name>[A-Za-z0-9._-]+))?:)?(?<port>[0-9]{1,5})");
    private static final int HIGHEST_PORT = 65_535;

    private ListenAddress() {}

    /** Without a host all addresses of the machine; empty if the text is no such address. */
    public static Optional<InetSocketAddress> parse(String text) {
        var form = FORM.matcher(text.strip());
        if (!form.matches()) {
            return Optional.empty();
        }
        var port = Integer.parseInt(form.group("port"));
        if (port > HIGHEST_PORT) {
            return Optional.empty();
        }
        return Optional.of(Optional.ofNullable(form.group("six"))
                .or(() -> Optional.ofNullable(form.group("name")))
                .map(host -> new InetSocketAddress(host, port))
                .orElseGet(() -> new InetSocketAddress(port)));
    }
}
