# Varnish in front of Lokalteil (docs/operations.md, "A cache in front"). Varnish 7.1 or newer, nothing but vmod std.
#
#   portal:   EDGE=varnish EDGE_PURGE_URL=http://127.0.0.1:6081/ EDGE_PURGE_TOKEN=… TRUST_PROXY=127.0.0.1
#   varnishd: -a :6081 -f /etc/varnish/lokalteil.vcl -s malloc,1g      with the same EDGE_PURGE_TOKEN in its environment
#
# Change the backend. What ends TLS stands before Varnish and sets X-Forwarded-Proto and X-Forwarded-For. The sub lokalteil_class
# must stay as it is: the portal computes the same word, and a page whose word differs is not stored.

vcl 4.1;

import std;

# One portal has no probe on purpose. Varnish answers 503 by itself while a probe fails, also to requests that a busy portal would
# answer; copies that are there are served without a probe as well, for up to a day.
#
# Several portals: a director of vmod directors, and in each backend a patient probe. It takes a portal out that is about to stop
# (DRAIN_SECONDS=15) or has given no answer three times:
#     .probe = { .url = "/api/health/ready"; .interval = 3s; .timeout = 10s; .window = 5; .threshold = 3; .initial = 3; }
backend portal {
    .host = "127.0.0.1";
    .port = "3000";
    .connect_timeout = 5s;
    .first_byte_timeout = 60s;
    .between_bytes_timeout = 60s;
}

# The class of the visitor, by which copies of a page are kept apart: signed-in, unclear, or device and app, with -consent and
# -returning. The same as toEdgeClass in domain/rendering/edge-class.ts, and tested with the same cases.
sub lokalteil_class {
    std.collect(req.http.Cookie, "; ");
    # The portal reads the first 500 characters.
    set req.http.X-Lokalteil-Agent = regsub(req.http.User-Agent, "^(.{500}).*$", "\1");

    if (req.http.X-Lokalteil-Agent ~ "(?i)Mobi|iPhone|iPod" && req.http.X-Lokalteil-Agent !~ "(?i)iPad|Tablet") {
        set req.http.Lokalteil-Class = "mobile";
    } else {
        set req.http.Lokalteil-Class = "desktop";
    }
    if (req.http.X-Lokalteil-Agent !~ "NewsPortalApp/") {
        set req.http.Lokalteil-Class = req.http.Lokalteil-Class + "-web";
    } elsif (req.http.X-Lokalteil-Agent ~ "Flutter") {
        set req.http.Lokalteil-Class = req.http.Lokalteil-Class + "-flutter";
    } else {
        set req.http.Lokalteil-Class = req.http.Lokalteil-Class + "-native";
    }
    unset req.http.X-Lokalteil-Agent;

    if (req.http.Cookie ~ "FA_ID_TOKEN|FA_ACCESS_TOKEN") {
        # Perhaps a reader; the portal looks at the token.
        set req.http.Lokalteil-Class = "signed-in";
    } elsif (req.http.Cookie ~ "(^|[ ;])consents=.*[ ;]consents=" || req.http.Cookie ~ "(^|[ ;])recent_visits=.*[ ;]recent_visits=") {
        set req.http.Lokalteil-Class = "unclear";
    } elsif (req.http.Cookie ~ "(^|[ ;])consents=" && req.http.Cookie !~ {"(^|[ ;])consents=(\[|%5B)4(,|%2C)(true|false)(,|%2C)(true|false)(,|%2C)(\{|%7B)(("|%22)[A-Za-z]+("|%22)(:|%3A)(true|false)((,|%2C)("|%22)[A-Za-z]+("|%22)(:|%3A)(true|false))*)?(\}|%7D)(\]|%5D)(;|$)"}) {
        set req.http.Lokalteil-Class = "unclear";
    } elsif (req.http.Cookie ~ "(^|[ ;])recent_visits=" && req.http.Cookie !~ "(^|[ ;])recent_visits=[0-9]{1,15}(;|$)") {
        set req.http.Lokalteil-Class = "unclear";
    } else {
        # To a vendor whose script loads: frames change nothing in a page.
        if (req.http.Cookie ~ {"(^|[ ;])consents=(\[|%5B)4(,|%2C)true[^;]*("|%22)(analytics|pushNotifications|kdm|socialPosting|audienceMeasurement)("|%22)(:|%3A)true"}) {
            set req.http.Lokalteil-Class = req.http.Lokalteil-Class + "-consent";
        }
        if (req.http.Cookie ~ "(^|[ ;])recent_visits=0*[1-9]") {
            set req.http.Lokalteil-Class = req.http.Lokalteil-Class + "-returning";
        }
    }
}

# The portal sends PURGE with surrogate keys, separated by blanks. Every copy that has one of them goes at once.
sub lokalteil_purge {
    if (!std.getenv("EDGE_PURGE_TOKEN") || req.http.Authorization != "Bearer " + std.getenv("EDGE_PURGE_TOKEN")) {
        return (synth(403, "Another token"));
    }
    if (req.http.Surrogate-Key !~ "^[A-Za-z0-9_/%-]+( [A-Za-z0-9_/%-]+)*$") {
        return (synth(400, "No keys"));
    }
    if (std.ban("obj.http.Surrogate-Key ~ (^|\s)(" + regsuball(req.http.Surrogate-Key, " ", "|") + ")(\s|$)")) {
        return (synth(200, "Purged"));
    }
    return (synth(400, std.ban_error()));
}

sub vcl_recv {
    if (req.method == "PURGE") {
        call lokalteil_purge;
    }
    unset req.http.Surrogate-Key;

    # Whatever a client calls itself: the class is computed here. Cookies stay, the portal computes it from them as well.
    unset req.http.Lokalteil-Class;
    call lokalteil_class;

    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # Calls about readers, the office, streams and films.
    if (req.url ~ "^/(api|__services|connect|redaktion|_media|__looks)(/|\?|$)" || req.url ~ "^/sw\.js(\?|$)") {
        return (pass);
    }
    # Pages, feeds and JSON of readers. Pictures and built files are the same for all.
    if ((req.http.Lokalteil-Class == "signed-in" || req.http.Lokalteil-Class == "unclear") && req.url !~ "^/(assets|_ipx|_karte)/") {
        return (pass);
    }
    # Parameters of advertising that no page reads.
    if (req.url ~ "[?&](utm_[a-z_]+|fbclid|gclid|gbraid|wbraid|msclkid|igshid|mc_cid|mc_eid)=") {
        set req.url = regsuball(req.url, "(?<=[?&])(utm_[a-z_]+|fbclid|gclid|gbraid|wbraid|msclkid|igshid|mc_cid|mc_eid)=[^&]*(&|$)", "");
        set req.url = regsub(req.url, "[?&]$", "");
    }
    # Not the built-in rule, which stores nothing for clients with a cookie.
    return (hash);
}

sub vcl_backend_response {
    # An outage must not replace a page that is still there. How long that is, says stale-while-revalidate: up to a day.
    if (beresp.status >= 500 && bereq.is_bgfetch) {
        return (abandon);
    }
    # The built-in rules come next: what is private, has a cookie or says no-store is not stored.
}

sub vcl_deliver {
    unset resp.http.Surrogate-Key;
    # Caches behind this one have no class to keep copies apart by.
    if (resp.http.Vary ~ "(?i)Lokalteil-Class") {
        set resp.http.Vary = "Accept-Encoding";
        # The seconds stay: by them the service worker knows a page that it may keep for reading without a connection.
        set resp.http.Cache-Control = regsub(resp.http.Cache-Control, "^max-age=0, s-maxage", "private, no-cache, s-maxage");
    }
    if (obj.hits > 0) {
        set resp.http.X-Edge = "HIT";
    } else {
        set resp.http.X-Edge = "MISS";
    }
}
