package dev.hyperterse.cli.serve;

import dev.hyperterse.cli.project.ServerChoice;
import dev.hyperterse.runtime.tls.CertificateFiles;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The options of {@code serve}.
 *
 * @param listen for clients
 * @param admin for probes and scrapes
 * @param certificate absent: a proxy in front ends TLS
 * @param watch whether a save is served at once
 * @param state folder of the seed of session keys
 */
public record ServeSettings(
        Path directory,
        ServerChoice choice,
        InetSocketAddress listen,
        InetSocketAddress admin,
        Optional<CertificateFiles> certificate,
        boolean watch,
        Path state) {}
