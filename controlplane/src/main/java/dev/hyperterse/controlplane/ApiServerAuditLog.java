package dev.hyperterse.controlplane;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The requests of ServiceAccounts to an API server, but for those of its own controllers: account, verb, object. */
record ApiServerAuditLog(Path policy, Path file) {
    private static final String REQUESTS_OF_SERVICE_ACCOUNTS = """
            apiVersion: audit.k8s.io/v1
            kind: Policy
            omitStages: [RequestReceived]
            rules:
              - {level: None, userGroups: ["system:serviceaccounts:kube-system"]}
              - {level: Metadata, userGroups: ["system:serviceaccounts"]}
              - {level: None}
            """;

    static ApiServerAuditLog in(Path home) {
        var log = new ApiServerAuditLog(home.resolve("audit-policy.yaml"), home.resolve("audit.log"));
        try {
            Files.createDirectories(home);
            Files.writeString(log.policy, REQUESTS_OF_SERVICE_ACCOUNTS);
            return log;
        } catch (IOException unwritable) {
            throw new ControlPlaneException("cannot write the audit policy", unwritable);
        }
    }

    /** A line is written before its request is answered; a watch is recorded when it begins. */
    List<String> options() {
        return List.of("--audit-policy-file=" + policy, "--audit-log-path=" + file, "--audit-log-mode=blocking-strict");
    }
}
