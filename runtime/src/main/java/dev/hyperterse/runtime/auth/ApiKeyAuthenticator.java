package dev.hyperterse.runtime.auth;

import dev.hyperterse.catalog.server.ApiKeyDigests;
import dev.hyperterse.runtime.call.Principal;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A key in a header. */
record ApiKeyAuthenticator(String name, ApiKeyDigests keys) implements Authenticator {
    /** Longer than any key that the operator accepts. */
    private static final int LONGEST = 1024;

    @Override
    public Verdict judge(Credentials credentials) {
        var sent = credentials.header(name);
        if (sent.isEmpty()) {
            return new Verdict.Missing();
        }
        if (sent.size() > 1) {
            return new Verdict.Refused("there is more than one header " + name);
        }
        var key = sent.getFirst().strip();
        return Optional.of(key)
                .filter(it -> it.length() <= LONGEST)
                .flatMap(keys::principal)
                .map(ApiKeyAuthenticator::passed)
                .orElseGet(() -> new Verdict.Refused("the key in " + name + " is none of this server"));
    }

    private static Verdict passed(String principal) {
        return new Verdict.Passed(new Principal(Optional.of(principal), Set.of(), Map.of()), Optional.empty());
    }

    @Override
    public Optional<String> challenge(boolean refused) {
        return Optional.of("ApiKey header=\"" + name + "\"");
    }

    @Override
    public Optional<String> header() {
        return Optional.of(name);
    }
}
