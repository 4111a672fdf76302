package dev.hyperterse.testbed;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Chromium of the machine, as Debian packages it; {@code HYPERTERSE_CHROMIUM} names another. */
public final class Chromium {
    private static final String OTHER = "HYPERTERSE_CHROMIUM";
    private static final List<Path> INSTALLED =
            List.of(Path.of("/usr/bin/chromium"), Path.of("/usr/bin/google-chrome"));

    private Chromium() {}

    /** The program; a {@link TestbedException} where there is none. */
    public static Path program() {
        var other = System.getenv(OTHER);
        if (other != null) {
            return Path.of(other);
        }
        return INSTALLED.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new TestbedException(
                        "there is no Chromium on this machine; install it (Debian: chromium), or name it in " + OTHER));
    }
}
