package dev.hyperterse.runtime.auth.token;

import com.nimbusds.jose.JWSAlgorithm;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult;
import dev.hyperterse.runtime.auth.proof.ProofKeys;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The challenge of 401 and 403 for clients that get tokens from an authorization server (RFC 6750, RFC 9449).
 *
 * @param metadataUrl the metadata that names the authorization servers (RFC 9728)
 */
public record BearerChallenge(Optional<String> metadataUrl) {
    /** The last parameter. */
    private static final String METADATA = "resource_metadata=";

    private static final String SEPARATOR = ", ";
    private static final String REALM = "realm=\"mcp\"";

    private static final String ALGORITHMS =
            ProofKeys.ALGORITHMS.stream().map(JWSAlgorithm::getName).collect(Collectors.joining(" "));

    /** The same challenge for clients that must not look for an authorization server. */
    public static String withoutMetadata(String challenge) {
        var at = challenge.indexOf(METADATA);
        if (at < 0) {
            return challenge;
        }
        var before = challenge.substring(0, at);
        return before.endsWith(SEPARATOR) ? before.substring(0, before.length() - SEPARATOR.length()) : before + REALM;
    }

    /** The challenge; empty if another token of the same caller would not help. */
    public Optional<String> of(AuthenticationResult result, Set<String> scopes) {
        var parameters = new ArrayList<String>();
        var scheme = "Bearer ";
        switch (result) {
            case AuthenticationResult.Refused(var _, var what)
            when what == AuthenticationResult.Refused.What.PROOF -> {
                scheme = "DPoP ";
                parameters.add("error=\"invalid_dpop_proof\"");
                parameters.add("algs=\"" + ALGORITHMS + "\"");
            }
            case AuthenticationResult.Refused _ -> parameters.add("error=\"invalid_token\"");
            case AuthenticationResult.NotAdmitted(var missing) -> {
                if (missing.isEmpty()) {
                    return Optional.empty();
                }
                parameters.add("error=\"insufficient_scope\"");
            }
            case AuthenticationResult.Missing _, AuthenticationResult.Unknown _, AuthenticationResult.Passed _ -> {}
        }
        if (!scopes.isEmpty()) {
            parameters.add("scope=\"" + String.join(" ", scopes) + "\"");
        }
        metadataUrl.ifPresent(url -> parameters.add(METADATA + "\"" + url + "\""));
        return Optional.of(scheme + (parameters.isEmpty() ? REALM : String.join(SEPARATOR, parameters)));
    }
}
