package dev.hyperterse.playground.node.container;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The images on this machine: each is a main class and its class path.
 *
 * @param java the program that runs them
 * @param mainClasses by the name of the image, without registry and tag
 * @param startOptions by which its processes start from what was made for the same class path, a cache or an archive
 */
public record Images(String java, String classPath, Map<String, String> mainClasses, List<String> startOptions) {
    // AES is fast by instructions that only the optimising compiler uses: without it ChaCha20 is three to four times
    // as fast. The rest is there for servers that do not know it.
    private static final String CIPHERS = String.join(
            ",",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_AES_128_GCM_SHA256",
            "TLS_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384");

    // Pods are many and short-lived here: the optimising compiler would take CPU from everything else.
    private static final List<String> OPTIONS = List.of(
            "-XX:+UseSerialGC",
            "-XX:+UseCompactObjectHeaders",
            "-XX:TieredStopAtLevel=1",
            "-Djdk.tls.client.cipherSuites=" + CIPHERS,
            "-XX:-UsePerfData",
            "-XX:+ExitOnOutOfMemoryError",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    public Images {
        mainClasses = Map.copyOf(mainClasses);
        startOptions = List.copyOf(startOptions);
    }

    /** Main classes of the class path that this JVM itself runs from, started as it was. */
    public static Images ofThisJvm(Map<String, String> mainClasses) {
        var java =
                ProcessHandle.current().info().command().orElseGet(() -> System.getProperty("java.home") + "/bin/java");
        return new Images(java, System.getProperty("java.class.path"), mainClasses, StartCache.optionsOfThisJvm());
    }

    Optional<String> mainClass(String image) {
        return Optional.ofNullable(mainClasses.get(repository(image)));
    }

    /** The command without the options that a pod adds. */
    List<String> options() {
        return Stream.concat(OPTIONS.stream(), startOptions.stream()).distinct().toList();
    }

    /** {@code registry.example:5000/hyperterse/runtime:1.2@sha256:…} is {@code hyperterse/runtime}. */
    static String repository(String image) {
        var name = image.replaceFirst("@.*$", "").replaceFirst(":[^/]*$", "");
        var parts = name.split("/");
        var first = parts[0];
        var registry = parts.length > 1 && (first.contains(".") || first.contains(":") || first.equals("localhost"));
        return registry ? name.substring(first.length() + 1) : name;
    }
}
