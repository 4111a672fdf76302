package dev.hyperterse.cli.cache;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The cache folder of the platform. */
public final class UserCache {
    private UserCache() {}

    /** Our folder in that of this machine and user; it need not exist. */
    public static Path folder(Map<String, String> environment) {
        return folder(environment, System.getProperty("user.home"), System.getProperty("os.name"));
    }

    /** Our folder in it; it need not exist. */
    public static Path folder(Map<String, String> environment, String home, String system) {
        return set(environment, "XDG_CACHE_HOME")
                .or(() -> system.startsWith("Windows") ? set(environment, "LOCALAPPDATA") : Optional.empty())
                .orElseGet(() -> Path.of(home, system.startsWith("Mac") ? "Library/Caches" : ".cache"))
                .resolve("hyperterse");
    }

    private static Optional<Path> set(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).map(Path::of).filter(Path::isAbsolute);
    }
}
