package dev.hyperterse.calls.fetch.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.fetch.Fetching;
import dev.hyperterse.catalog.script.FetchGrant.Addresses;
import java.net.InetAddress;
import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Classes of addresses, at both ends of each range. */
class AddressClassTest {
    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, SPECIAL",
        "0.255.255.255, SPECIAL",
        "1.0.0.0, PUBLIC",
        "9.255.255.255, PUBLIC",
        "10.0.0.0, PRIVATE",
        "10.255.255.255, PRIVATE",
        "11.0.0.0, PUBLIC",
        "100.63.255.255, PUBLIC",
        "100.64.0.0, PRIVATE",
        "100.127.255.255, PRIVATE",
        "100.128.0.0, PUBLIC",
        "127.0.0.1, SPECIAL",
        "127.255.255.255, SPECIAL",
        "169.253.255.255, PUBLIC",
        "169.254.0.0, SPECIAL",
        "169.254.169.254, SPECIAL",
        "172.15.255.255, PUBLIC",
        "172.16.0.0, PRIVATE",
        "172.31.255.255, PRIVATE",
        "172.32.0.0, PUBLIC",
        "192.0.0.0, SPECIAL",
        "192.0.0.255, SPECIAL",
        "192.0.1.0, PUBLIC",
        "192.0.2.1, SPECIAL",
        "192.88.99.1, SPECIAL",
        "192.168.0.0, PRIVATE",
        "192.168.255.255, PRIVATE",
        "198.17.255.255, PUBLIC",
        "198.18.0.0, SPECIAL",
        "198.19.255.255, SPECIAL",
        "198.51.100.7, SPECIAL",
        "203.0.113.7, SPECIAL",
        "223.255.255.255, PUBLIC",
        "224.0.0.1, SPECIAL",
        "240.0.0.1, SPECIAL",
        "255.255.255.255, SPECIAL",
        "::, SPECIAL",
        "::1, SPECIAL",
        "::ffff:127.0.0.1, SPECIAL",
        "::ffff:10.0.0.1, PRIVATE",
        "::7f00:1, SPECIAL",
        "64:ff9b::7f00:1, SPECIAL",
        "64:ff9b:1::1, SPECIAL",
        "100::1, SPECIAL",
        "2000::1, PUBLIC",
        "2001::1, SPECIAL",
        "2001:1ff:ffff::1, SPECIAL",
        "2001:200::1, PUBLIC",
        "2001:db8::1, SPECIAL",
        "2002:7f00:1::, SPECIAL",
        "2606:4700::1111, PUBLIC",
        "3fff::1, SPECIAL",
        "4000::1, SPECIAL",
        "5f00::1, SPECIAL",
        "fbff::1, SPECIAL",
        "fc00::1, PRIVATE",
        "fd00:ec1:ffff::1, PRIVATE",
        "fd00:ec2::254, SPECIAL",
        "fd20:ce::254, SPECIAL",
        "fd20:ce::1, PRIVATE",
        "100.100.100.200, SPECIAL",
        "100.100.100.201, PRIVATE",
        "168.63.129.16, SPECIAL",
        "168.63.129.17, PUBLIC",
        "fd00:ec3::1, PRIVATE",
        "fdff::1, PRIVATE",
        "fe80::1, SPECIAL",
        "fec0::1, SPECIAL",
        "ff02::1, SPECIAL",
    })
    void everyAddressHasAClass(String address, AddressClass expected) {
        assertThat(AddressClass.of(InetAddress.ofLiteral(address))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "https://api.example.com/, Public, 93.184.215.14, true",
        "https://api.example.com/, Public, 10.1.2.3, false",
        "https://api.example.com/, Public, 127.0.0.1, false",
        "https://api.example.com/, Private, 10.1.2.3, true",
        "https://api.example.com/, Private, fd00::1, true",
        "https://api.example.com/, Private, 127.0.0.1, false",
        "https://api.example.com/, Private, 169.254.169.254, false",
        "http://10.1.2.3/, Public, 10.1.2.3, true",
        "http://10.1.2.3/, Public, 10.1.2.4, false",
        "http://[::1]:8080/, Public, ::1, true",
        "http://localhost:3000/, Public, 127.0.0.1, true",
        "http://localhost:3000/, Public, ::1, true",
        "http://localhost:3000/, Public, 169.254.169.254, false",
    })
    void addressIsAdmittedByItsClassOrName(String url, Addresses addresses, String address, boolean admitted) {
        assertThat(new AllowedUrl(URI.create(url), addresses, Optional.empty()).admits(InetAddress.ofLiteral(address)))
                .isEqualTo(admitted);
    }

    @ParameterizedTest
    @CsvSource({
        "https://h/v1/, https://h/v1/orders, true",
        "https://h/v1/, https://h/v1/, true",
        "https://h/v1/, https://H:443/v1/a?b=c, true",
        "https://h/v1/, https://h/v1, false",
        "https://h/v1, https://h/v1, true",
        "https://h/v1, https://h/v1/orders, true",
        "https://h/v1, https://h/v10, false",
        "https://h, https://h/anything, true",
        "https://h/v1/, http://h/v1/a, false",
        "https://h/v1/, https://h:8443/v1/a, false",
        "https://h/v1/, https://h.evil/v1/a, false",
        "https://h/v1/, https://h/v1/../admin, false",
        "https://h/v1/, https://h/v1/%2e%2E/admin, false",
        "https://h/v1/, https://h/v1/..%2fadmin, false",
        "https://h/v1/, https://h/v1/..%5Cadmin, false",
        "https://h/v1/, https://h/v1/..;/admin, false",
        "https://h/v1/, https://h/v1/..;a=b/admin, false",
        "https://h/v1/, https://h/v1/%2e.%3B/admin, false",
        "https://h/v1/, https://h/v1/.;, false",
        "https://h/v1/, https://h/v1/a..b, true",
        "https://h/v1/, https://h/v1/a..;b, true",
        "https://h/v1/, https://h/v1/a;b=..c/d, true",
    })
    void urlIsAllowedBelowAnAllowedPath(String prefix, String url, boolean allowed) {
        assertThat(Fetching.allowed(prefix).allows(URI.create(url))).isEqualTo(allowed);
    }
}
