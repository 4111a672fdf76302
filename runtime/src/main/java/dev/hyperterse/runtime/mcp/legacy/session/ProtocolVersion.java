package dev.hyperterse.runtime.mcp.legacy.session;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The protocol versions of the legacy era, oldest first. Their order is part of the sealed form: append only. */
public enum ProtocolVersion {
    V2024_11_05("2024-11-05"),
    V2025_03_26("2025-03-26"),
    V2025_06_18("2025-06-18"),
    V2025_11_25("2025-11-25");

    /** The version that is offered to a client with an unknown one. */
    public static final ProtocolVersion LATEST = V2025_11_25;

    /** The assumed version of a request without the version header (2025-06-18, "Protocol Version Header"). */
    public static final ProtocolVersion ASSUMED = V2025_03_26;

    private static final Map<String, ProtocolVersion> BY_SPELLING =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(ProtocolVersion::spelling, it -> it));

    private final String spelling;

    ProtocolVersion(String spelling) {
        this.spelling = spelling;
    }

    public String spelling() {
        return spelling;
    }

    /** Whether messages may arrive in batches: 2025-03-26 demands it, 2025-06-18 took it away. */
    public boolean batches() {
        return compareTo(V2025_03_26) <= 0;
    }

    /** Whether clients expect a first event without content, which has the id to resume with (2025-11-25). */
    public boolean primesStreams() {
        return compareTo(V2025_11_25) >= 0;
    }

    public static Optional<ProtocolVersion> find(String spelling) {
        return Optional.ofNullable(BY_SPELLING.get(spelling));
    }

    /** The versions that are listed in the error for an unsupported version. */
    public static List<String> supported() {
        return Arrays.stream(values()).map(ProtocolVersion::spelling).toList().reversed();
    }
}
