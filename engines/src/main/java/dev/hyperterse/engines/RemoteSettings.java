package dev.hyperterse.engines;

import dev.hyperterse.calls.adapter.ConnectionTrust;
import dev.hyperterse.catalog.request.UrlEncoding;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Address, login and TLS of an engine on the network. A user and a password may also be in the URL; those under
 * {@code username} and {@code password} take precedence.
 */
public record RemoteSettings(Engine.Remote engine, ValueSet values) {
    public static ValueSet used(Engine.Remote engine, ValueSet all) {
        var tls = engine.tls();
        return UsedValues.of(
                all,
                Stream.of(
                        Optional.of(engine.url()),
                        engine.username(),
                        engine.password(),
                        tls.ca(),
                        tls.certificate(),
                        tls.key()));
    }

    /** The URL without user and password; empty while it has no value. */
    public Optional<String> location() {
        return values.find(engine.url()).map(UserInfo::without);
    }

    /** Role, encryption and authority of the connection, as far as they have values. */
    public ConnectionTrust trust() {
        var role = find(engine.username()).or(() -> inUrl().user());
        return new ConnectionTrust(role, engine.tls().mode(), find(engine.tls().ca()));
    }

    /** The secrets of a connection, as far as they have values. */
    public List<Optional<String>> credentials() {
        return List.of(
                find(engine.password()).or(() -> inUrl().password()),
                find(engine.tls().certificate()),
                find(engine.tls().key()));
    }

    /** The unmodified URL, with a user and a password if it contains them. */
    public String url() {
        return RequiredValue.of(values, engine.url(), "url");
    }

    public Optional<String> user() {
        return username().or(this::userInUrl);
    }

    /** The user under {@code username}. */
    public Optional<String> username() {
        return engine.username().map(key -> RequiredValue.of(values, key, "username"));
    }

    public Optional<String> userInUrl() {
        return inUrl().user().map(RemoteSettings::decoded);
    }

    public Optional<String> password() {
        return engine.password()
                .map(key -> RequiredValue.of(values, key, "password"))
                .or(() -> inUrl().password().map(RemoteSettings::decoded));
    }

    /** @param secrets the folder that a password file may be in */
    public PasswordSource passwordSource(Path secrets) {
        return passwordFile(secrets)
                .<PasswordSource>map(file -> file)
                .orElseGet(() -> PasswordSource.fixed(password()));
    }

    public Optional<PasswordFile> passwordFile(Path secrets) {
        return engine.passwordFile().map(name -> new PasswordFile(secrets, name));
    }

    public TlsDocuments tls() {
        return TlsDocuments.of(engine.tls(), values);
    }

    /** A part of a URL without its percent-encoding. */
    public static String decoded(String part) {
        try {
            return UrlEncoding.decoded(part);
        } catch (IllegalArgumentException malformed) {
            throw new UnusableSettings("the address holds a malformed percent-encoding");
        }
    }

    private UserInfo inUrl() {
        return UserInfo.of(values.find(engine.url()).orElse(""));
    }

    private Optional<String> find(Optional<ValueKey> key) {
        return key.flatMap(values::find);
    }
}
