// Its macros around functions with variable arguments mean nothing to Swift.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

typedef size_t (*CCurlPieceFunction)(char *piece, size_t size, size_t count, void *context);

// Swift cannot call functions with variable arguments: one for each kind of them.
static inline CURLcode CCurlSetNumber(CURL *transfer, CURLoption option, long number) {
  return curl_easy_setopt(transfer, option, number);
}

static inline CURLcode CCurlSetText(CURL *transfer, CURLoption option, const char *text) {
  return curl_easy_setopt(transfer, option, text);
}

static inline CURLcode CCurlSetPointer(CURL *transfer, CURLoption option, void *pointer) {
  return curl_easy_setopt(transfer, option, pointer);
}

static inline CURLcode CCurlSetFunction(CURL *transfer, CURLoption option, CCurlPieceFunction function) {
  return curl_easy_setopt(transfer, option, function);
}

// The option that names protocols has another name since 7.85.
static inline CURLcode CCurlAllowOnlyHTTP(CURL *transfer) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(transfer, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return curl_easy_setopt(transfer, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

// A transfer that ends does not wait for the name of its server to be resolved; older libraries cannot but wait.
static inline CURLcode CCurlQuitQuickly(CURL *transfer) {
#if LIBCURL_VERSION_NUM >= 0x075700
  return curl_easy_setopt(transfer, CURLOPT_QUICK_EXIT, 1L);
#else
  return CURLE_OK;
#endif
}
