package main

import (
	"fmt"
	"math"
	"sort"
	"strings"
)

const (
	count    = 100_000
	prices   = 99_900
	shipping = 5.99
	taxes    = 0.085
)

var (
	categories = strings.Fields("Electronics Books Clothing Sports Kitchen Garden Toys Food Music Films " +
		"Games Office Health Pets Travel Tools Jewels Babies Bikes Lamps")
	brands = strings.Fields("Alder Birch Cedar Elm Fir Hazel Juniper Larch Maple Oak Pine Rowan Spruce Willow Yew")
	labels = strings.Fields("new sale rare loved last limited gift local")
)

type product struct {
	ID          int      `json:"id"`
	SKU         string   `json:"sku"`
	Name        string   `json:"name"`
	Category    string   `json:"category"`
	Brand       string   `json:"brand"`
	Price       float64  `json:"price"`
	Stock       int      `json:"stock"`
	Rating      float64  `json:"rating"`
	Tags        []string `json:"tags"`
	Weight      float64  `json:"weight"`
	Description string   `json:"description"`
}

type found struct {
	Category   string    `json:"category"`
	TotalFound int       `json:"total_found"`
	Products   []product `json:"products"`
}

type cart struct {
	UserID string `json:"user_id"`
	Items  []struct {
		ProductID int `json:"product_id"`
		Quantity  int `json:"quantity"`
	} `json:"items"`
}

type priced struct {
	OrderID    string  `json:"order_id"`
	UserID     string  `json:"user_id"`
	Subtotal   float64 `json:"subtotal"`
	Tax        float64 `json:"tax"`
	Shipping   float64 `json:"shipping"`
	Discount   float64 `json:"discount"`
	Total      float64 `json:"total"`
	ItemsCount int     `json:"items_count"`
}

// shop has all products by their numbers, and those of each category by their prices.
type shop struct {
	products   []product
	byCategory map[string][]product
}

func newShop() *shop {
	all := &shop{byCategory: map[string][]product{}}
	for number := range count {
		one := productOf(number)
		all.products = append(all.products, one)
		all.byCategory[one.Category] = append(all.byCategory[one.Category], one)
	}
	for _, list := range all.byCategory {
		sort.SliceStable(list, func(i, j int) bool { return list[i].Price < list[j].Price })
	}
	return all
}

func productOf(number int) product {
	category, brand := categories[number%len(categories)], brands[number%len(brands)]
	tags := make([]string, 2+number%3)
	for at := range tags {
		tags[at] = labels[(number+at)%len(labels)]
	}
	return product{
		ID:          number + 1,
		SKU:         fmt.Sprintf("P-%06d", number+1),
		Name:        fmt.Sprintf("%s %s %d", brand, category, number+1),
		Category:    category,
		Brand:       brand,
		Price:       cents(1 + float64(number%prices)/100),
		Stock:       number % 501,
		Rating:      float64(10+number%40) / 10,
		Tags:        tags,
		Weight:      float64(1+number%100) / 10,
		Description: fmt.Sprintf("One of the %s that %s makes, number %06d.", category, brand, number+1),
	}
}

func (all *shop) search(category string, least, most float64, limit int) found {
	list := all.byCategory[category]
	from := sort.Search(len(list), func(at int) bool { return list[at].Price >= least })
	to := sort.Search(len(list), func(at int) bool { return list[at].Price > most })
	return found{category, to - from, list[from:min(to, from+limit)]}
}

func (all *shop) price(given cart) priced {
	sum := 0.0
	for _, item := range given.Items {
		if item.ProductID >= 1 && item.ProductID <= count {
			sum += all.products[item.ProductID-1].Price * float64(item.Quantity)
		}
	}
	answer := priced{
		OrderID:    fmt.Sprintf("%s/%d", given.UserID, len(given.Items)),
		UserID:     given.UserID,
		Subtotal:   cents(sum),
		Tax:        cents(sum * taxes),
		Shipping:   shipping,
		ItemsCount: len(given.Items),
	}
	if sum >= 100 {
		answer.Shipping, answer.Discount = 0, cents(sum/10)
	}
	answer.Total = cents(answer.Subtotal + answer.Tax + answer.Shipping - answer.Discount)
	return answer
}

func cents(price float64) float64 { return math.Round(price*100) / 100 }
